/** Answers with forms for the inspector and with the schema for the source editor. */
import { SpecError } from "stiction";
import type { Request } from "../protocol.js";
import { problemsOf } from "../source.js";
import type { Schema } from "./edit-form-fields.js";
import type { FormRequest } from "./edit-form-protocol.js";
import type { Host, Service } from "./service.js";

export class FormService implements Service {
  private schema: Promise<Schema> | null = null;

  handle(request: Request, host: Host): boolean {
    if (request.type !== "form" && request.type !== "schema") return false;
    void this.answer(request, host);
    return true;
  }

  private async answer(request: FormRequest, host: Host): Promise<void> {
    const { id } = request;
    try {
      // loaded with the first form: a page that only shows a scene needs none
      const { formOf, sceneSchema } = await import("./edit-form.js");
      this.schema ??= sceneSchema();
      const schema = await this.schema;
      if (!host.run) throw new SpecError([{ path: "", message: "no scene is open" }]);
      if (request.type === "schema") host.post({ type: "schema", id, schema });
      else host.post({ type: "form", id, form: formOf(schema, request.subject, host.run) });
    } catch (error) {
      host.post({ type: "failed", id, problems: problemsOf(error) });
    }
  }
}
