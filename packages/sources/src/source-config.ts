import { patientLimit } from '@datacortex/platform'
import { z } from 'zod'

/** Phases of search and research that ask a source. */
export type SourceLayer = 'search' | 'research' | 'gather' | 'synthesize'

/** How a JSON API is asked. `{query}`, `{limit}`, `{model}` and `{api_key}` stand for themselves. */
export type DeclarativeRequest = {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  /** Of a POST: values to send as JSON, or text as it is. */
  readonly body?: unknown
}

/** Where the parts of an answer stand: JSONPath (RFC 9535), or names of fields of an item such as `meta.title`. */
export type DeclarativeResponse = {
  /** Of the whole answer. */
  readonly items: string
  /** Of an item, as all that follow. */
  readonly title: string
  readonly url?: string | undefined
  readonly id?: string | undefined
  /** A passage; the whole text is `content`. */
  readonly text?: string | undefined
  readonly content?: string | undefined
  readonly published?: string | undefined
  readonly authors?: string | undefined
  readonly score?: string | undefined
  readonly doi?: string | undefined
  /** Name of a metric -> where it stands, for structured data. */
  readonly data?: Readonly<Record<string, string>> | undefined
  /** Prose of an answer engine, of the whole answer. */
  readonly answer?: string | undefined
}

export type McpConfig = {
  readonly command?: string | undefined
  readonly args: readonly string[]
  /** Values, where `{api_key}` stands for the key. The server sees no other variable but PATH and HOME. */
  readonly env: Readonly<Record<string, string>>
  /** Of a server that is reached over HTTP. */
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** Arguments of the tool; `{query}` alone if absent. */
  readonly arguments: Readonly<Record<string, unknown>>
}

/** A source as `sources.yaml` describes it (DIP-0021 §3.6). */
export type SourceConfig = {
  readonly type: 'internal' | 'mcp' | 'api'
  readonly description: string
  readonly tool: string
  readonly layers: readonly SourceLayer[]
  /** Name of a secret without which it is skipped. */
  readonly api_key?: string | undefined
  readonly content_type: 'documents' | 'structured_data'
  /** Slower ones are skipped by the search layer. */
  readonly max_latency_ms?: number | undefined
  readonly authority?: 'high' | 'medium' | 'low' | undefined
  readonly good_for: readonly string[]
  /** Variants of its model by depth: `quick`, `deep`. */
  readonly models: Readonly<Record<string, string>>
  /** Skipped until `enabled: true` says that data may go there. */
  readonly opt_in: boolean
  readonly always_available: boolean
  readonly enabled?: boolean | undefined
  readonly note?: string | undefined
  /** What is missing before it can be asked, such as the name of a setting. */
  readonly needs?: string | undefined
  /** Module whose code asks it. */
  readonly module?: string | undefined
  /** Calls within 60 seconds and within a day (UTC), of all processes of the space. */
  readonly per_minute?: number | undefined
  readonly per_day?: number | undefined
  /** Between the beginnings of two calls, of all processes of the space. */
  readonly min_interval_ms?: number | undefined
  /** In US dollars, if the source doesn't report it. */
  readonly cost_per_call: number
  /** For one question with all its attempts. */
  readonly timeout_ms: number
  readonly request?: DeclarativeRequest | undefined
  readonly response?: DeclarativeResponse | undefined
  readonly mcp?: McpConfig | undefined
}

const words = z.record(z.string(), z.string())
const secretName = z.string().regex(/^[A-Za-z_]\w{0,99}$/, 'must be the name of a secret')
const place = z.string().min(1)

const request = z.strictObject({
  url: z.string().refine(isFixedHost, 'must be an http or https address whose host is written out'),
  method: z.enum(['GET', 'POST']).default('GET'),
  headers: words.default({}),
  body: z.unknown().optional(),
})

const response = z.strictObject({
  items: place,
  title: place,
  url: place.optional(),
  id: place.optional(),
  text: place.optional(),
  content: place.optional(),
  published: place.optional(),
  authors: place.optional(),
  score: place.optional(),
  doi: place.optional(),
  data: words.optional(),
  answer: place.optional(),
})

const mcp = z
  .strictObject({
    command: z.string().min(1).optional(),
    args: z.array(z.string()).default([]),
    env: words.default({}),
    url: z.string().refine(isFixedHost, 'must be an http or https address whose host is written out').optional(),
    headers: words.default({}),
    arguments: z.record(z.string(), z.unknown()).default({ query: '{query}' }),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), 'needs either command or url')

const fields = {
  type: z.enum(['internal', 'mcp', 'api']),
  description: z.string().default(''),
  tool: z.string().min(1),
  layers: z.array(z.enum(['search', 'research', 'gather', 'synthesize'])).min(1),
  api_key: secretName.optional(),
  content_type: z.enum(['documents', 'structured_data']),
  max_latency_ms: z.number().positive().optional(),
  authority: z.enum(['high', 'medium', 'low']).optional(),
  good_for: z.array(z.string()).default([]),
  models: words.default({}),
  opt_in: z.boolean().default(false),
  always_available: z.boolean().default(false),
  enabled: z.boolean().optional(),
  note: z.string().optional(),
  needs: z.string().optional(),
  module: z.string().optional(),
  per_minute: z.number().int().positive().optional(),
  per_day: z.number().int().min(0).optional(),
  min_interval_ms: z.number().int().min(1).max(60_000).optional(),
  cost_per_call: z.number().min(0).default(0),
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

export const SourceConfig: z.ZodType<SourceConfig> = z
  .object(fields)
  .refine((entry) => (entry.request === undefined) === (entry.response === undefined), {
    message: 'request and response belong together',
    path: ['request'],
  })

/** A key is sent there, so neither query nor anything else from outside may choose the host. */
function isFixedHost(text: string): boolean {
  const [, origin = ''] = /^(https?:\/\/[^/?#]+)(?:[/?#]|$)/.exec(text) ?? []
  const url = URL.parse(origin)
  return url !== null && url.username === '' && url.password === '' && !/[{}]/.test(origin)
}
