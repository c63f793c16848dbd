import type { ModelUse } from './model-use.ts'
import { packagedMiniLm } from './packaged-weights.ts'

/** What is known of a model before it is here, by the name that `model use` takes; its size is in bytes. */
export type KnownModel = {
  readonly name: string
  readonly size?: number | undefined
  readonly languages?: readonly string[] | undefined
  readonly max_tokens?: number | undefined
  readonly license?: string | undefined
  readonly published?: string | undefined
}

/** Models worth choosing, with how they are used where their own files don't say it; all but `default` are of the hub. */
export const knownModels: readonly (KnownModel & { readonly use?: Partial<ModelUse> | undefined })[] = [
  {
    name: 'default',
    size: packagedMiniLm.int8.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    languages: ['en'],
    max_tokens: packagedMiniLm.maxTokens,
    license: 'Apache-2.0',
    published: 'all-MiniLM-L6-v2, comes with the program',
  },
]
