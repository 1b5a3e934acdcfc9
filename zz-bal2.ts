import { startScene } from "./test/scenes/scene-hashes.js";
import { balance } from "./test/support/balance.js";
const [form, name, STEPS] = [process.argv[2], process.argv[3], Number(process.argv[4])];
let s = startScene(name, "own"); if (s!.model.formulation.kind.name !== form) s = startScene(name, form);
const { model, data } = s!;
const rows: any[] = [];
for (let k=0;k<STEPS;k++) balance(model,1,(m,b,status)=>{ if(!(status&64)) rows.push([m.torque/(1e-9+m.torques), m.torque, m.torques, m.force/(1e-9+m.forces), m.force, k, model.bodyNames[b], Math.hypot(...data.bodyVel.subarray(6*b,6*b+3))*model.options.timestep]);}, data);
for (const i of [0,3]) { rows.sort((a,b)=>b[i]-a[i]); console.log(i?"force":"torque"); for (const r of rows.slice(0,6)) console.log(r.map((x:any)=>typeof x==="number"&&!Number.isInteger(x)?x.toExponential(2):x).join(" ")); }
console.log(model.planar, model.formulation.params.preset ?? "");
