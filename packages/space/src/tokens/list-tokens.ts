import { z } from 'zod'
import { operation } from '../operation.ts'
import { type StoredToken, readTokens } from './token-store.ts'

export const listTokens = operation({
  input: z.strictObject({}),
  output: z.looseObject({ tokens: z.array(z.looseObject({ name: z.string(), rights: z.array(z.string()) })) }),
  run: async ({
    paths,
  }): Promise<{ readonly tokens: readonly (Omit<StoredToken, 'hash'> & { readonly client: string })[] }> => ({
    tokens: (await readTokens(paths)).map(({ hash, ...shown }) => ({
      ...shown,
      client: `${shown.name}/${hash.slice(0, 8)}`,
    })),
  }),
})
