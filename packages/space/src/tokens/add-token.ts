import { randomBytes } from 'node:crypto'
import { sha256 } from '@datacortex/platform'
import { z } from 'zod'
import { rights } from '../caller/caller.ts'
import { requireUser } from '../caller/require-right.ts'
import { spaceError } from '../errors.ts'
import { operation } from '../operation.ts'
import { dryRun } from '../schema.ts'
import { type StoredToken, changeTokens } from './token-store.ts'

/** What a client may do, and the token it sends, which is shown this once. */
export type AddedToken = Pick<StoredToken, 'name' | 'rights'> & { readonly token?: string; readonly dry_run?: true }

/** Makes a token by which somebody calls the space. Throws `SPACE_TOKEN_TAKEN`. */
export const addToken = operation({
  input: z.strictObject({
    name: z.string().regex(/^[A-Za-z0-9][\w.-]{0,63}$/, 'expected letters, digits, dots and hyphens, 64 at the most'),
    rights: z.array(z.enum(rights)).min(1).optional().describe('find and run if absent.'),
    dry_run: dryRun,
  }),
  output: z.looseObject({ name: z.string(), rights: z.array(z.string()), token: z.string().optional() }),
  run: async (
    { caller, paths },
    { name, rights: given = ['find', 'run'], dry_run: isDry = false },
  ): Promise<AddedToken> => {
    requireUser(caller, 'tokens.add')
    const token = `datacortex_${randomBytes(32).toString('base64url')}`
    const added = { name, rights: rights.filter((right) => given.includes(right)) }
    const change = (tokens: readonly StoredToken[]): readonly StoredToken[] => {
      if (tokens.some((one) => one.name === name)) throw spaceError('SPACE_TOKEN_TAKEN', { name })
      return [...tokens, { ...added, made_at: new Date().toISOString(), hash: sha256(token) }]
    }
    await changeTokens(paths, { isDry, change })
    return isDry ? { ...added, dry_run: true } : { ...added, token }
  },
})
