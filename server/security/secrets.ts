/** Passwords, tokens and codes: made, hashed and compared. */
import { createHash, randomBytes, randomInt, scrypt, timingSafeEqual } from "node:crypto";

/** Cost of hashing a password: 2^log2N blocks of 128 r bytes, p times. */
export interface ScryptCost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MB and about 0.3 s for each guess: one of the equivalent settings of OWASP's password storage cheat sheet. */
export const SCRYPT_COST: ScryptCost = { log2N: 15, r: 8, p: 3 };

const KEY_SIZE = 32;
const SALT_SIZE = 16;
/** Hashes at the same time: each takes a thread and 32 MB, and strangers may ask for them. */
const AT_ONCE = 2;

/** Fewest and most characters of a password. */
export const PASSWORD_LENGTH = { least: 12, most: 128 } as const;

/** A hash of the password, with all that is needed to check it: `scrypt$15$8$3$salt$key`. */
export async function hashPassword(password: string, cost: ScryptCost = SCRYPT_COST): Promise<string> {
  const salt = randomBytes(SALT_SIZE);
  const key = await derive(password, salt, cost);
  return ["scrypt", cost.log2N, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** Whether the password is the one that was hashed. Takes the same time for a person that does not exist (null). */
export async function checkPassword(
  password: string,
  stored: string | null,
  cost: ScryptCost = SCRYPT_COST,
): Promise<boolean> {
  const [kind, log2N, r, p, salt, key] = (stored ?? "").split("$");
  if (kind !== "scrypt" || key === undefined) {
    await derive(password, Buffer.alloc(SALT_SIZE), cost);
    return false;
  }
  const known = Buffer.from(key, "base64url");
  const found = await derive(password, Buffer.from(salt, "base64url"), { log2N: +log2N, r: +r, p: +p });
  return known.length === found.length && timingSafeEqual(known, found);
}

/** What is wrong with a new password; undefined: nothing. */
export function passwordProblem(password: string, login: string): string | undefined {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.least) return `expected at least ${PASSWORD_LENGTH.least} characters, got ${length}`;
  if (length > PASSWORD_LENGTH.most) return `expected at most ${PASSWORD_LENGTH.most} characters, got ${length}`;
  const plain = password.toLowerCase();
  if (new Set(plain).size < 5) return "it repeats too few characters";
  if (login.length >= 3 && plain.includes(login.toLowerCase())) return "it contains the login name";
  if (COMMON.some((word) => plain.replaceAll(/[^a-z]/g, "") === word)) return "it is a common password";
  return undefined;
}

/** Words that remain of common long passwords when digits and signs are taken away. */
const COMMON = [
  "password",
  "passwordpassword",
  "passwort",
  "qwertyuiop",
  "qwerty",
  "letmein",
  "letmeinplease",
  "iloveyou",
  "welcome",
  "administrator",
  "admin",
  "adminadmin",
  "instructor",
  "changeme",
  "changemeplease",
  "excavator",
  "stiction",
  "abcdefghijkl",
  "asdfghjkl",
  "zxcvbnm",
  "correcthorsebatterystaple",
];

/** A secret that nobody guesses: 32 random bytes. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is kept of a token or code. It has enough chance in it that no salt and no slow hash is needed. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Letters that no one mistakes for each other. */
const LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";

/** A code to be read aloud and typed: eight of thirty letters, 6.6e11 of them. */
export function newCode(): string {
  return Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** A code as it was typed: spaces, hyphens and case do not count. */
export function plainCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, "");
}

let running = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, salt: Buffer, { log2N, r, p }: ScryptCost): Promise<Buffer> {
  while (running >= AT_ONCE) await new Promise<void>((done) => waiting.push(done));
  running++;
  try {
    const N = 2 ** log2N;
    return await new Promise((done, fail) =>
      scrypt(password.normalize("NFC"), salt, KEY_SIZE, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
        error ? fail(error) : done(key),
      ),
    );
  } finally {
    running--;
    waiting.shift()?.();
  }
}
