import { z } from 'zod'

/** Name of a secret, for settings: a secret itself, written there by mistake, is refused and not repeated. */
export const SecretName: z.ZodType<string> = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,99}$/, 'must be the name of a secret such as SERVICE_KEY, not the secret itself')
