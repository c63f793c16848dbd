import { z } from 'zod'
import { requireUser } from '../caller/require-right.ts'
import { spaceError } from '../errors.ts'
import { operation } from '../operation.ts'
import { dryRun, name } from '../schema.ts'
import { type StoredToken, changeTokens } from './token-store.ts'

/** Takes tokens back. Throws `SPACE_TOKEN_UNKNOWN`, and then takes none. */
export const removeTokens = operation({
  input: z.strictObject({ names: z.array(name).min(1), dry_run: dryRun }),
  output: z.looseObject({ removed: z.array(z.string()) }),
  run: async ({ caller, paths }, { names, dry_run: isDry = false }) => {
    requireUser(caller, 'tokens.remove')
    const change = (tokens: readonly StoredToken[]): readonly StoredToken[] => {
      const unknown = names.find((name) => tokens.every((token) => token.name !== name))
      if (unknown !== undefined) throw spaceError('SPACE_TOKEN_UNKNOWN', { name: unknown })
      return tokens.filter((token) => !names.includes(token.name))
    }
    await changeTokens(paths, { isDry, change })
    return { removed: names, ...(isDry ? { dry_run: true } : {}) }
  },
})
