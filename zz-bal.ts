import { startScene } from "./test/scenes/scene-hashes.js";
import { balance } from "./test/support/balance.js";
import { scenes } from "stiction/scenes";
const form = process.argv[2]; const only = process.argv[3]?.split(",") ?? [""];
const STEPS = Number(process.argv[4] ?? 8);
for (const { name } of scenes) {
  if (!only.some((p)=>name.includes(p))) continue;
  let s; try { s = startScene(name, "own"); } catch (e) { continue; }
  let own = s!.model.formulation.kind.name;
  if (own !== form) { s = startScene(name, form); if (!s) continue; }
  const { model, data } = s!;
  if (model.nb > 300) continue;
  let res=0, f=0, t=0, slowed=0, who="", st=0, kf=0;
  const t0=Date.now(); let k=0;
  for (; k<STEPS && Date.now()-t0<2500; k++) balance(model, 1, (m,b,status) => {
    st|=status;
    if (status & (1<<6)) { slowed++; return; }
    res=Math.max(res,m.resultant);
    const rf=m.force/(1e-9+m.forces), rt=m.torque/(1e-9+m.torques);
    if (rf>f){f=rf; who=model.bodyNames[b]; kf=k;} if(rt>t)t=rt;
  }, data);
  console.log(name.padEnd(24), own===form?"own":"   ", k, "res",res.toExponential(1),"force",f.toExponential(1),"torque",t.toExponential(1), slowed?`slowed ${slowed}`:"", st, f>1e-9?`${who}@${kf}`:"");
}
