/**
 * `stiction/io`: scene files, recordings and replays, in Node and in the browser. It knows no file system: texts and
 * bytes go in and out. Packages for YAML and MCAP are loaded when they are first needed.
 *
 * @module stiction/io
 */
export { unknownWord } from "../model/errors.js";
export { exactJson, exactNumber } from "./exact-json.js";
export { formatProblems, oneLine } from "./format-problems.js";
export { type Migration, type MigrationChange, migrateSceneText } from "./migrate-text.js";
export { MissingPackageError } from "./package.js";
export { PARAVIEW_PARTS, type ParaViewPart } from "./paraview/contact-blocks.js";
export {
  createParaViewExport,
  type ExportedFile,
  type ParaViewExport,
  type ParaViewOptions,
} from "./paraview/paraview-export.js";
export { type PolyData, type VtpArray, type VtpEncoding, writeVtp } from "./paraview/vtp.js";
export { type Hdf5Data, type Hdf5Group, writeHdf5 } from "./problems/hdf5-writer.js";
export { MAX_PROBLEM_ROWS } from "./problems/plain-text.js";
export { type ProblemFrame, problemToHdf5 } from "./problems/problem-hdf5.js";
export { type ProblemDocument, problemFromJson, problemToJson } from "./problems/problem-json.js";
export {
  MAX_PROBLEM_LENGTH,
  PROBLEM_FORMATS,
  type ProblemFormat,
  parseProblemText,
  type ReadProblem,
} from "./problems/problem-text.js";
export { CSV_COMPANION, csvCompanionOf } from "./recording/csv.js";
export { describeEvent } from "./recording/describe-event.js";
export { readRecording } from "./recording/read-recording.js";
export {
  attachRecorder,
  createLiveRecorder,
  createRecorder,
  type ExtraColumns,
  type LiveListener,
  type Recorder,
  type RecorderOptions,
  type RecordingSink,
} from "./recording/recorder.js";
export {
  RECORDING_FORMATS,
  type RecordedEvent,
  type RecordedPoses,
  type Recording,
  type RecordingColumn,
  type RecordingCounts,
  RecordingError,
  type RecordingFooter,
  type RecordingFormat,
  type RecordingHeader,
  recordingFormatOf,
} from "./recording/recording.js";
export { createReplay, type Difference, type Replay, type ReplayResult } from "./recording/replay.js";
export type { Topic, TopicMessage, TopicName } from "./recording/topics.js";
export { MAX_JSON_LENGTH, MAX_YAML_LENGTH, parseSceneText, type SceneText } from "./scene-text.js";
export { parseSettingValue } from "./setting-value.js";
export { type Position, SceneTextError } from "./text-error.js";
export { readVisualFiles } from "./visual-files.js";
