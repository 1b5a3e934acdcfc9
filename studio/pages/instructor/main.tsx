/** The instructor's console: a page of its own, so that no other page loads it. */
import "../../theme.css";
import "../../studio.css";
import "./instructor.css";
import { render } from "preact";
import { applyTheme } from "../../theme.js";
import { Console } from "./console.js";
import { ConsoleState } from "./state.js";

const state = new ConsoleState();
applyTheme(state.theme.value);
state.theme.subscribe(applyTheme);
const host = document.getElementById("instructor");
if (host) render(<Console state={state} />, host);
void state.open();
