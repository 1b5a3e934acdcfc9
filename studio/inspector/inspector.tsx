import "./inspector.css";
import { fixed, given, significant, unitText } from "../format.js";
import { Icon } from "../icons.js";
import { useSignal } from "../signal.js";
import type { Selection, Studio } from "../state.js";
import { texts } from "../texts/inspector.js";
import { texts as touchTexts } from "../texts/touch.js";
import type { Form } from "../worker/services/edit-form-protocol.js";
import { ChangedCount, Fields } from "./fields.js";
import { grouped, groupTitle, subjectOf, useForm } from "./form.js";
import { GhostSection } from "./ghost-section.js";
import { useWatch } from "./live-values.js";
import { LiveRows, Section } from "./section.js";
import { MAX_CONTACTS } from "./tree-rows.js";
import { liveText } from "./values.js";

/** What is selected, or the scene: values, contacts, parameters. */
export function Inspector({ studio }: { studio: Studio }) {
  const selection = useSignal(studio.selection);
  const outline = useSignal(studio.live.outline);
  const form = useForm(studio, subjectOf(selection, outline));
  return (
    <section class="inspector" aria-label={texts.inspector}>
      <div class="inspector-body">
        <Several studio={studio} />
        {selection && form ? (
          <Selected key={`${selection.kind}/${selection.name}`} studio={studio} selection={selection} form={form} />
        ) : (
          <WholeScene studio={studio} />
        )}
        <GhostSection studio={studio} />
      </div>
      <Changes studio={studio} />
    </section>
  );
}

/** How many things are selected, if there are several, and what can be done to all of them. */
function Several({ studio }: { studio: Studio }) {
  const all = useSignal(studio.selections.all);
  const { touch } = studio;
  if (all.length < 2) return null;
  const actions = [
    [touchTexts.duplicateAll, "Ctrl D", () => touch.duplicateSelection()],
    [touchTexts.freezeAll, "Z", () => touch.freezeSelection()],
    [touchTexts.deleteAll, "Del", () => touch.deleteSelection()],
  ] as const;
  return (
    <div class="several">
      <span class="several-count" title={all.map(({ name }) => name).join(", ")}>
        {touchTexts.several(all.length)}
      </span>
      {actions.map(([label, key, run]) => (
        <button key={key} type="button" class="button" title={`${label} (${key})`} onClick={() => void run()}>
          {label}
        </button>
      ))}
    </div>
  );
}

const KIND_ICONS = { body: "blocks", joint: "mechanism", force: "link", contact: "target", sensor: "ruler" } as const;

function Selected({ studio, selection, form }: { studio: Studio; selection: Selection; form: Form }) {
  const { soil = [] } = form;
  const keys = [...form.state, ...form.reaction, ...soil].map(({ key }) => key);
  useWatch(studio, keys, selection.kind === "body" ? MAX_CONTACTS : 0);
  const drives = form.fields.filter(({ drive }) => drive);
  const groups = grouped(form.fields.filter(({ drive }) => !drive));
  return (
    <>
      <header class="inspector-head">
        <span class="head-icon">
          <Icon name={KIND_ICONS[selection.kind]} />
        </span>
        <h2>{selection.name}</h2>
        <span class="chip">{form.title}</span>
        <button
          type="button"
          class="icon-button small"
          aria-label={texts.deselect}
          title={texts.deselect}
          onClick={() => {
            studio.selection.value = null;
          }}
        >
          <Icon name="close" size={14} />
        </button>
        <Attachment studio={studio} selection={selection} help={form.help} />
      </header>
      {form.state.length > 0 && (
        <Section title={texts.state} aside={<Clock studio={studio} />}>
          <LiveRows studio={studio} fields={form.state} />
        </Section>
      )}
      {drives.length > 0 && (
        <Section title={texts.drive} aside={<ChangedCount studio={studio} fields={drives} />}>
          <Fields studio={studio} fields={drives} />
        </Section>
      )}
      {soil.length > 0 && (
        <Section title={texts.soil}>
          <LiveRows studio={studio} fields={soil} />
        </Section>
      )}
      {selection.kind === "body" && <BodyContacts studio={studio} index={selection.index} name={selection.name} />}
      {groups.map(([group, fields]) => (
        <Section
          key={group}
          title={group === "" ? texts.parameters : groupTitle(group)}
          aside={<ChangedCount studio={studio} fields={fields} />}
        >
          <Fields studio={studio} fields={fields} />
        </Section>
      ))}
      {(form.reaction.length > 0 || form.measure) && (
        <Section title={texts.reaction}>
          <LiveRows studio={studio} fields={form.reaction} />
          {form.measure && <Measure studio={studio} read={form.measure} name={selection.name} />}
        </Section>
      )}
    </>
  );
}

/** Reactions that are worked out only where the scene measures one. */
function Measure({ studio, read, name }: { studio: Studio; read: string; name: string }) {
  const add = () => studio.edits.add("sensors", { name: `${name}-force-x`, read });
  return (
    <p class="quiet-note">
      {texts.measureHint}{" "}
      <button
        type="button"
        class="text-button"
        onClick={() => void add().catch((error) => studio.edits.complain(error))}
      >
        {texts.measure}
      </button>
    </p>
  );
}

/** Its bodies, or one sentence about it. */
function Attachment({ studio, selection, help }: { studio: Studio; selection: Selection; help: string }) {
  const outline = useSignal(studio.live.outline);
  const scene = useSignal(studio.scene);
  const names = scene?.description.bodies.map(({ name }) => name) ?? [];
  if (selection.kind === "body") {
    const index = names.indexOf(selection.name);
    const joints = outline.joints.filter(({ bodies }) => bodies.includes(index));
    if (joints.length === 0) return null;
    return (
      <p>
        {texts.on(
          joints
            .slice(0, 4)
            .map(({ name, kind }) => `${name} (${kind})`)
            .join(", "),
          joints.length - 4,
        )}
      </p>
    );
  }
  const item = [...outline.joints, ...outline.forces].find(({ name }) => name === selection.name);
  const between = item?.bodies.map((b) => names[b]).filter(Boolean) ?? [];
  return <p>{between.length === 2 ? `${between[0]} – ${between[1]}` : help}</p>;
}

function Clock({ studio }: { studio: Studio }) {
  useSignal(studio.status);
  useSignal(studio.time.shown);
  return <span class="clock-aside">t = {fixed(studio.time.now.time, 3)} s</span>;
}

function BodyContacts({ studio, index, name }: { studio: Studio; index: number; name: string }) {
  const contacts = useSignal(studio.live.contacts);
  const scene = useSignal(studio.scene);
  const names = scene?.description.bodies.map((body) => body.name) ?? [];
  const self = index >= 0 ? index : names.indexOf(name);
  const rows = (contacts?.rows ?? []).filter(({ bodyA, bodyB }) => bodyA === self || bodyB === self);
  if (rows.length === 0) return null;
  return (
    <Section title={texts.contact} aside={<span class="tree-count">{rows.length}</span>}>
      <ul class="live-rows">
        {rows.map(({ bodyA, bodyB, force, slips }) => {
          const other = bodyA === self ? bodyB : bodyA;
          const text = liveText(force, "N");
          const sensor = `contact/${names[bodyA]}:${names[bodyB]}/normalForce`;
          return (
            <li key={other} title={sensor}>
              <span class={slips ? "mark slip" : "mark stick"} title={slips ? texts.slips : texts.sticks} />
              <button
                type="button"
                class="live-label link"
                draggable
                onDragStart={(event) => event.dataTransfer?.setData("application/x-stiction-sensor", sensor)}
                onClick={() => {
                  studio.selection.value = { kind: "contact", name: `${names[bodyA]}:${names[bodyB]}`, index: -1 };
                }}
              >
                {names[other]}
              </button>
              <span class={slips ? "live-cell slip" : "live-cell stick"}>
                <b>{text.figures}</b>
                <i>{text.unit}</i>
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** Drives of a mechanism that are shown at once; longer lists begin folded. */
const MANY_DRIVES = 8;

const SYSTEM_KEYS = [
  { key: "system/all/kineticEnergy", unit: "J" },
  { key: "system/all/potentialEnergy", unit: "J" },
  { key: "system/all/energy", unit: "J" },
  { key: "|system/all/momentum|", unit: "N s" },
  { key: "|system/all/angularMomentum|", unit: "N m s" },
];

/** Nothing is selected: the whole scene, and every drive. */
function WholeScene({ studio }: { studio: Studio }) {
  const scene = useSignal(studio.scene);
  const outline = useSignal(studio.live.outline);
  const drives = useForm(studio, { kind: "drives" });
  const solver = useForm(studio, { kind: "solver" });
  useWatch(
    studio,
    SYSTEM_KEYS.map(({ key }) => key),
  );
  if (!scene) return null;
  const { title, summary, freedom, formulation, integrator, timestep } = scene.description;
  const gravity = solver?.fields.find(({ path }) => path === "gravity")?.value as number[] | undefined;
  const facts: readonly (readonly [string, string])[] = [
    [texts.groups.bodies, String(outline.bodies.length)],
    [texts.groups.joints, String(outline.joints.length)],
    [texts.freedom, String(freedom)],
    [texts.formulation, [formulation, integrator].filter(Boolean).join(", ")],
    [texts.step, given(timestep, "s")],
    [texts.gravity, gravity ? `${gravity.map((g) => significant(g, 3)).join("; ")} ${unitText("m/s^2")}` : ""],
  ];
  const values = SYSTEM_KEYS.map((entry, k) => ({ ...entry, label: texts.system[k], help: "" }));
  return (
    <>
      <header class="inspector-head">
        <h2>{title}</h2>
        <p>{summary}</p>
      </header>
      <Section title={texts.scene}>
        <dl class="fact-list">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={texts.totals} aside={<Clock studio={studio} />}>
        <LiveRows studio={studio} fields={values} />
      </Section>
      {drives && drives.fields.length > 0 && (
        <Section
          title={texts.drives}
          aside={<ChangedCount studio={studio} fields={drives.fields} />}
          // a machine is driven by its named controls
          folded={drives.fields.length > MANY_DRIVES}
        >
          <Fields
            studio={studio}
            fields={drives.fields.map((field) => ({ ...field, label: `${field.group} · ${field.label}` }))}
          />
        </Section>
      )}
      <p class="quiet-note">{texts.pickHint}</p>
    </>
  );
}

/** Back to the file, or a file of this. */
function Changes({ studio }: { studio: Studio }) {
  const changed = useSignal(studio.edits.changed);
  const { edits } = studio;
  if (changed.size === 0) return null;
  const list = [...changed].slice(0, 12).map(([path, { from, to }]) => `${path}: ${shown(from)} → ${shown(to)}`);
  return (
    <footer class="inspector-foot">
      <span class="chip" title={list.join("\n")}>
        {texts.changedCount(changed.size)}
      </span>
      <button
        type="button"
        class="button"
        onClick={() => void edits.revertAll().catch((error) => edits.complain(error))}
      >
        <Icon name="restart" size={14} /> {texts.revert}
      </button>
      <button type="button" class="button primary" title="Ctrl S" onClick={() => void edits.download()}>
        <Icon name="download" size={14} /> {texts.saveScene}
      </button>
    </footer>
  );
}

function shown(value: unknown): string {
  return value === undefined ? "–" : typeof value === "object" ? JSON.stringify(value).slice(0, 40) : String(value);
}
