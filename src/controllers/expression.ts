import { evaluateExpression } from "../model/expression.js";
import * as p from "../model/params.js";
import { controllerParams, defineController } from "./controller.js";

/** Output = value of a formula of time, constants and sensors. */
export const expressionController = defineController({
  name: "expression",
  help: "output is the value of a formula of time, constants and sensors",
  params: {
    ...controllerParams,
    expression: p.expression({ help: "the formula, for example -20 * [body/cart/position.x]" }),
  },
  run(model, data, table, i) {
    const expression = model.expressions[table.col.expression[i]];
    evaluateExpression(expression, data.slot, data.stack, data.input, table.col.output[i]);
  },
});
