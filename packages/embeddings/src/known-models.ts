import type { ModelUse } from './model-use.ts'
import { packagedMiniLm } from './packaged-weights.ts'

/** An `embedder`, or a cross-encoder, which reads a question and a text together. */
export type ModelKind = 'embedder' | 'reranker'

/** What is known of a model before it is here, by the name that `model use` takes; its size is in bytes. */
export type KnownModel = {
  readonly name: string
  readonly kind?: ModelKind | undefined
  readonly size?: number | undefined
  readonly languages?: readonly string[] | undefined
  readonly max_tokens?: number | undefined
  readonly license?: string | undefined
  readonly published?: string | undefined
}

/** Models worth choosing, and how they are used where their files don't say it; sizes are those of the hub. */
export const knownModels: readonly (KnownModel & { readonly use?: Partial<ModelUse> | undefined })[] = [
  {
    name: 'default',
    size: packagedMiniLm.int8.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    languages: ['en'],
    max_tokens: packagedMiniLm.maxTokens,
    license: 'Apache-2.0',
    published: 'all-MiniLM-L6-v2, comes with the program',
  },
  {
    name: 'BAAI/bge-small-en-v1.5',
    size: 134e6,
    languages: ['en'],
    max_tokens: 512,
    license: 'MIT',
    published: 'MTEB 62.17 on average, 51.68 in retrieval',
    use: { pooling: 'first', queryPrefix: 'Represent this sentence for searching relevant passages: ' },
  },
  {
    name: 'intfloat/multilingual-e5-small',
    size: 488e6,
    languages: ['multilingual'],
    max_tokens: 512,
    license: 'MIT',
    published: 'MRR@10 64.4 on average over the languages of Mr. TyDi',
    use: { pooling: 'mean', queryPrefix: 'query: ', textPrefix: 'passage: ' },
  },
  {
    name: 'nomic-ai/nomic-embed-text-v1.5',
    size: 548e6,
    languages: ['en'],
    max_tokens: 8192,
    license: 'Apache-2.0',
    published: 'MTEB 62.28 on average',
    use: { pooling: 'mean', queryPrefix: 'search_query: ', textPrefix: 'search_document: ' },
  },
  {
    name: 'Xenova/ms-marco-MiniLM-L-6-v2',
    kind: 'reranker',
    size: 92e6,
    languages: ['en'],
    max_tokens: 512,
    license: 'Apache-2.0',
    published: 'MRR@10 39.01 on MS MARCO, nDCG@10 74.30 on TREC DL 2019',
  },
  {
    name: 'cross-encoder/mmarco-mMiniLMv2-L12-H384-v1',
    kind: 'reranker',
    size: 488e6,
    languages: ['multilingual'],
    max_tokens: 512,
    license: 'Apache-2.0',
    published: 'trained on MS MARCO in English and 14 translations, no figures',
  },
]
