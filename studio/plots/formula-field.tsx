import { useId, useState } from "preact/hooks";
import { ExpressionError } from "stiction";
import type { Studio } from "../state.js";
import { texts } from "../texts/plots.js";
import { compileFormula } from "./formula.js";
import type { PlotSpec } from "./plot-data.js";
import { SENSOR_TYPE } from "./plots.js";
import { formulaName, formulaParts, isFormula, shortName } from "./series-name.js";

const EXAMPLE = "1000 * [body/box/position.z]";

/** Adds a series that is computed from sensors, and lists those of the plot. A sensor dropped here is inserted. */
export function FormulaField({ studio, plot }: { studio: Studio; plot: PlotSpec }) {
  const { plots } = studio;
  const [source, setSource] = useState("");
  const [unit, setUnit] = useState("");
  const [problem, setProblem] = useState("");
  const problemId = useId();
  const add = async () => {
    await plots.offer();
    const name = formulaName(source, unit);
    try {
      compileFormula(name, (sensor) => plots.knows(sensor));
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      setProblem(error.message);
      return;
    }
    if (!plot.series.includes(name) && !plots.toggle(plot.id, name)) {
      setProblem(texts.refused);
      return;
    }
    setSource("");
    setProblem("");
  };
  const edit = (name: string) => {
    const parts = formulaParts(name);
    plots.toggle(plot.id, name);
    setSource(parts.source);
    setUnit(parts.unit === "1" ? "" : parts.unit);
  };
  const insert = (event: DragEvent & { currentTarget: HTMLInputElement }) => {
    const name = event.dataTransfer?.getData(SENSOR_TYPE);
    if (!name) return;
    event.preventDefault();
    event.stopPropagation();
    const at = event.currentTarget.selectionStart ?? source.length;
    setSource(`${source.slice(0, at)}[${name}]${source.slice(at)}`);
  };
  return (
    <form
      class="plot-formula"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      {plot.series.filter(isFormula).map((name) => (
        <button key={name} type="button" class="formula-row" title={texts.editFormula} onClick={() => edit(name)}>
          <code>{shortName(name)}</code>
        </button>
      ))}
      <label class="plot-field">
        <span>{texts.formula}</span>
        <input
          type="text"
          spellcheck={false}
          placeholder={EXAMPLE}
          value={source}
          aria-invalid={problem !== ""}
          aria-describedby={problemId}
          onInput={(event) => {
            setSource(event.currentTarget.value);
            setProblem("");
          }}
          onDrop={insert}
        />
      </label>
      <label class="plot-field formula-unit">
        <span>{texts.unit}</span>
        <input type="text" value={unit} placeholder="1" onInput={(event) => setUnit(event.currentTarget.value)} />
      </label>
      <button type="submit" class="button" disabled={source.trim() === ""}>
        {texts.addFormula}
      </button>
      <p id={problemId} class="plot-problem" role="alert">
        {problem}
      </p>
    </form>
  );
}
