import { type DeepReadonly, patientLimit } from '@datacortex/platform'
import { z } from 'zod'

/** Phases of search and research that ask a source. */
export type SourceLayer = (typeof sourceLayers)[number]

const sourceLayers = ['search', 'research', 'gather', 'synthesize'] as const

const words = z.record(z.string(), z.string())
const secretName = z.string().regex(/^[A-Za-z_]\w{0,99}$/, 'must be the name of a secret')
const place = z.string().min(1)

/** How a JSON API is asked. `{query}`, `{limit}`, `{model}` and `{api_key}` stand for themselves. */
const request = z.strictObject({
  url: z.string().refine(isFixedHost, 'must be an http or https address whose host is written out'),
  method: z.enum(['GET', 'POST']).default('GET'),
  headers: words.default({}),
  /** Of a POST: values to send as JSON, or text as it is. */
  body: z.unknown().optional(),
})

/** Where the parts of an answer stand: JSONPath (RFC 9535), or names of fields of an item such as `meta.title`. */
const response = z.strictObject({
  /** Of the whole answer. */
  items: place,
  /** Of an item, as all that follow. */
  title: place,
  url: place.optional(),
  id: place.optional(),
  /** A passage; the whole text is `content`. */
  text: place.optional(),
  content: place.optional(),
  published: place.optional(),
  authors: place.optional(),
  score: place.optional(),
  doi: place.optional(),
  /** Name of a metric -> where it stands, for structured data. */
  data: words.optional(),
  /** Prose of an answer engine, of the whole answer. */
  answer: place.optional(),
})

export type DeclarativeResponse = DeepReadonly<z.infer<typeof response>>

const mcp = z
  .strictObject({
    command: z.string().min(1).optional(),
    args: z.array(z.string()).default([]),
    /** Values, where `{api_key}` stands for the key. The server sees no other variable but PATH and HOME. */
    env: words.default({}),
    /** Of a server that is reached over HTTP. */
    url: z.string().refine(isFixedHost, 'must be an http or https address whose host is written out').optional(),
    headers: words.default({}),
    arguments: z.record(z.string(), z.unknown()).default({ query: '{query}' }),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), 'needs either command or url')

export type McpConfig = DeepReadonly<z.infer<typeof mcp>>

const fields = {
  type: z.enum(['internal', 'mcp', 'api']),
  description: z.string().default(''),
  tool: z.string().min(1),
  layers: z.array(z.enum(sourceLayers)).min(1),
  /** Name of a secret without which it is skipped. */
  api_key: secretName.optional(),
  content_type: z.enum(['documents', 'structured_data']),
  /** Slower ones are skipped by the search layer. */
  max_latency_ms: z.number().positive().optional(),
  authority: z.enum(['high', 'medium', 'low']).optional(),
  good_for: z.array(z.string()).default([]),
  /** Variants of its model by depth: `quick`, `deep`. */
  models: words.default({}),
  /** Skipped until `enabled: true` says that data may go there. */
  opt_in: z.boolean().default(false),
  always_available: z.boolean().default(false),
  enabled: z.boolean().optional(),
  note: z.string().optional(),
  /** What is missing before it can be asked, such as the name of a setting. */
  needs: z.string().optional(),
  /** Module whose code asks it. */
  module: z.string().optional(),
  /** Calls within 60 seconds and within a day (UTC), of all processes of the space. */
  per_minute: z.number().int().positive().optional(),
  per_day: z.number().int().min(0).optional(),
  /** Between the beginnings of two calls, of all processes of the space. */
  min_interval_ms: z.number().int().min(1).max(60_000).optional(),
  /** In US dollars, if the source doesn't report it. */
  cost_per_call: z.number().min(0).default(0),
  /** For one question with all its attempts. */
  timeout_ms: z
    .number()
    .int()
    .min(1)
    .max(600_000)
    .default(() => patientLimit(20_000)),
  request: request.optional(),
  response: response.optional(),
  mcp: mcp.optional(),
}

/** Fields of an entry. A key that is not among them is reported, and changes nothing. */
export const sourceFields: readonly string[] = Object.keys(fields)

/** A source as `sources.yaml` describes it (DIP-0021 §3.6). */
export const SourceConfig = z
  .object(fields)
  .refine((entry) => (entry.request === undefined) === (entry.response === undefined), {
    message: 'request and response belong together',
    path: ['request'],
  })

export type SourceConfig = DeepReadonly<z.infer<typeof SourceConfig>>

/** A key is sent there, so neither query nor anything else from outside may choose the host. */
function isFixedHost(text: string): boolean {
  const [, origin = ''] = /^(https?:\/\/[^/?#]+)(?:[/?#]|$)/.exec(text) ?? []
  const url = URL.parse(origin)
  return url !== null && url.username === '' && url.password === '' && !/[{}]/.test(origin)
}
