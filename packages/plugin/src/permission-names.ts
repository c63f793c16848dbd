import { z } from 'zod'

const host =
  /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** A host as a URL spells it, `*` for every public one. */
export const hostPermission: z.ZodType<string> = z
  .string()
  .refine((text) => text === '*' || host.test(text), 'must be a host such as api.example.org or api.example.org:8443')

/** The name of an environment variable or secret. */
export const variableName: z.ZodType<string> = z
  .string()
  .regex(/^[A-Za-z_]\w{0,99}$/, 'must be letters, digits and underscores such as API_KEY')

/** A glob that stays below the space. */
export const readablePlaces: z.ZodType<string> = z
  .string()
  .refine(staysBelow, 'must be a glob below the space such as notes/**')

/** A glob below the space that leads nowhere that is never written. */
export const writablePlaces: z.ZodType<string> = readablePlaces.refine(
  (glob) => !glob.split('/').some((part) => hidden.test(part)),
  'hidden files and folders are never written',
)

export const programName: z.ZodType<string> = z
  .string()
  // oxlint-disable-next-line no-control-regex
  .regex(/^[^\u0000-\u0020\u007f][^\u0000-\u001f\u007f]*$/, 'must be the name of a program')

// At the beginning of a part or of one of its alternatives: `.git`, `{a,.git}`, but not `{a,b}.org`.
const hidden = /^(?:[!?*+@]?[({](?:[^{}()]*[,|])?)*\.(?!\.(?:$|[,|)}]))/
const upward = /^(?:[!?*+@]?[({](?:[^{}()]*[,|])?)*\.\.(?=$|[,|)}])/

function staysBelow(glob: string): boolean {
  // oxlint-disable-next-line no-control-regex
  if (glob === '' || /^[/~]|^[a-z]:|[\\\u0000-\u001f\u007f]/i.test(glob)) return false
  return !glob.split('/').some((part) => upward.test(part))
}
