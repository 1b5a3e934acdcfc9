import * as p from "../model/params.js";

/** Parameters that cylinders and motors share: valve, protection, oil in the lines. */
export const valveParams = {
  pump: p.text({ help: "name of the hydraulic-pump that feeds it" }),
  command: p.number({
    unit: "1",
    default: 0,
    input: true,
    help: "where the spool is sent: 1 extends at full opening, −1 retracts, 0 closes",
  }),
  inletArea: p.number({ unit: "m²", above: 0, help: "opening from pump to port, spool at its end" }),
  inletAreaB: p.number({ unit: "m²", above: 0, optional: true, help: "the same to port B; inletArea when absent" }),
  outletArea: p.number({
    unit: "m²",
    above: 0,
    optional: true,
    help: "opening from port to tank; inletArea when absent",
  }),
  outletAreaB: p.number({
    unit: "m²",
    above: 0,
    optional: true,
    help: "the same from port B, where it differs: narrow where the load pulls the rod out; outletArea when absent",
  }),
  deadBand: p.number({ unit: "1", min: 0, max: 0.9, default: 0, help: "travel of the spool before it opens" }),
  spoolFrequency: p.number({
    unit: "rad/s",
    min: 0,
    default: 60,
    help: "natural frequency of the spool, second order; 0: it follows at once",
  }),
  spoolDamping: p.number({ unit: "1", min: 0, default: 1, help: "damping ratio of the spool" }),
  compensated: p.flag({
    default: true,
    help: "whether a compensator keeps the drop over the inlet equal for all functions of a load-sensing pump",
  }),
  relief: p.number({ unit: "Pa", above: 0, default: 35e6, help: "port relief valves open at this pressure" }),
  reliefBand: p.number({
    unit: "Pa",
    above: 0,
    default: 1e6,
    help: "pressure above relief at which the valve passes the flow of 1 m/s, of a motor 1 rad/s",
  }),
  makeUpArea: p.number({
    unit: "m²",
    above: 0,
    optional: true,
    help: "opening of the anti-cavitation valves from the tank; inletArea when absent",
  }),
  counterbalance: p.number({
    unit: "Pa",
    min: 0,
    default: 0,
    help: "load holding: oil leaves only when its pressure and pilotRatio times that of the other port exceed this",
  }),
  pilotRatio: p.number({ unit: "1", min: 0, default: 4, help: "weight of the other port's pressure" }),
  pilotBand: p.number({
    unit: "Pa",
    above: 0,
    default: 5e6,
    help: "pressure over which the counterbalance valve opens; a narrow one chatters",
  }),
  pilotTime: p.number({
    unit: "s",
    min: 0,
    default: 0,
    help: "time in which the pilot of the counterbalance valve follows through the orifice of its line; longer than a swing of the load it damps it; 0: at once",
  }),
  leak: p.number({ unit: "m³/(s Pa)", min: 0, default: 0, help: "past the piston, per difference of pressures" }),
  pressureA: p.number({ unit: "Pa", optional: true, help: "pressure in A at the start; that of the tank when absent" }),
  pressureB: p.number({ unit: "Pa", optional: true, help: "pressure in B at the start; that of the tank when absent" }),
} as const;
