/** Roles of people; pages load this file too. */
export const ROLES = ["administrator", "instructor", "student"] as const;
/** What a person may do; a seat is no person. */
export type Role = (typeof ROLES)[number];

/** A person as others see them. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Name for signing in; null: they cannot. */
  readonly login: string | null;
  readonly class: string;
  readonly number: string;
}
