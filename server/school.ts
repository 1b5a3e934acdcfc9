/** What all parts of a school's server share. */
import type { Database } from "./database/database.js";
import type { ExerciseCatalogue } from "./exercises/catalogue.js";
import type { ScryptCost } from "./security/secrets.js";

/** One school: its database, its exercises, its clock. */
export interface School {
  readonly database: Database;
  readonly exercises: ExerciseCatalogue;
  /** ms since 1970; tests turn it. */
  readonly clock: () => number;
  readonly passwordCost: ScryptCost;
  /** Whether it was filled with sample data. */
  readonly demo: boolean;
  /** One line for whoever runs the server. */
  readonly log: (line: string) => void;
}

/** Who asks for something. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  readonly role: "administrator" | "instructor" | "student" | "seat" | "nobody";
  readonly address: string;
}

/** The present time of a school as the database takes it. */
export function now(school: School): Date {
  return new Date(school.clock());
}
