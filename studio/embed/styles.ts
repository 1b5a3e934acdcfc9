/** Looks of the tag, inside its shadow root. The page decides on width and height; a border is its business too. */
export const STYLES = /* css */ `
:host {
  display: block;
  position: relative;
  aspect-ratio: 16 / 9;
  overflow: hidden;
  border-radius: 8px;
  --bg-0: #0f1113; --bg-1: #16191c; --bg-2: #1d2125; --bg-3: #272c31; --line: #2a3035;
  --text-1: #e9ecee; --text-2: #aeb6bc; --text-3: #8a939a;
  --accent: #c3f03c; --accent-text: #c3f03c; --accent-ink: #161c02;
  --stick: #5ab1f5; --slip: #ff9a3d; --ok: #3cc9a3; --err: #ff7a6b; --pen: #e58ad8;
  --stage: linear-gradient(#1b1f23, #101214); --glass: #14171ae0;
  background: var(--bg-0);
  color: var(--text-1);
  font: 400 12px / 16px "Inter Variable", Inter, system-ui, "Segoe UI", sans-serif;
  font-feature-settings: "tnum";
}
:host([hidden]) { display: none; }
:host(.light) {
  --bg-0: #e8ebe9; --bg-1: #f6f8f7; --bg-2: #ffffff; --bg-3: #e1e6e3; --line: #d2d9d5;
  --text-1: #14181a; --text-2: #454e54; --text-3: #5c666c;
  --accent: #bce62e; --accent-text: #466100;
  --stick: #0b63ae; --slip: #a84a00; --ok: #006b53; --err: #b3261b; --pen: #97308a;
  --stage: linear-gradient(#f4f6f5, #dde2e0); --glass: #ffffffe6;
}
.view { position: absolute; inset: 0; background: var(--stage); }
.view canvas { display: block; touch-action: pan-y; }
.view .gizmo { display: none; }
.controls {
  position: absolute; left: 8px; bottom: 8px; display: flex; align-items: center; gap: 2px; padding: 2px;
  border: 1px solid var(--line); border-radius: 8px; background: var(--glass);
}
button {
  width: 32px; height: 28px; padding: 0; display: inline-flex; align-items: center; justify-content: center;
  border: 0; border-radius: 6px; background: none; color: var(--text-2); cursor: pointer;
}
button:hover { background: var(--bg-3); color: var(--text-1); }
button.play { background: var(--accent); color: var(--accent-ink); }
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 1px; }
output { min-width: 64px; padding: 0 8px; text-align: right; }
.problem {
  position: absolute; inset: 0; margin: 0; padding: 16px; overflow: auto; background: var(--bg-1);
  white-space: pre-wrap; overflow-wrap: anywhere;
}
.problem b { display: block; color: var(--err); }
[hidden] { display: none; }
`;
