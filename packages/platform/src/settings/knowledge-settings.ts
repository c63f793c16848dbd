import { z } from 'zod'
import { domainName } from '../domain-name.ts'
import { patientLimit } from '../patient-limit.ts'

/** What the network is asked for, and where. */
export type NetworkSettings = {
  /** Loopback and private hosts that may be asked: `host` for its default ports, or `host:port`. */
  readonly allow_private: readonly string[]
  /** Requests to one host within a minute, over all processes of the space. */
  readonly per_host_per_minute: number
  /** Where operators of sites can complain: an address of mail or web, part of the User-Agent. */
  readonly contact?: string | undefined
  /** Whether modules of the program that send questions to other hosts are asked, but for those of `sources.yaml`. */
  readonly web_sources: boolean
}

/** How content becomes knowledge. */
export type IngestSettings = {
  /** Who reads a page first: a reader service that is configured, or the program itself. */
  readonly content_reader: 'jina' | 'webfetch'
  /** Names of modules that read content before the program itself does, the first one first. */
  readonly readers: readonly string[]
  /** Extractions at the same time; as many as there are cores if absent. */
  readonly concurrency?: number | undefined
  /** Larger inputs are refused, in bytes. */
  readonly max_bytes: number
  /** For one extraction, in milliseconds; a day at most. */
  readonly timeout_ms: number
  /** For one extraction, in MiB. */
  readonly memory_mb: number
}

/** The search layer (DIP-0021 §2). */
export type SearchSettings = {
  /** Longest wait for sources, in milliseconds. */
  readonly timeout_ms: number
}

/** Research runs (DIP-0021 §3, §7.1). */
export type ResearchSettings = {
  readonly podcast: { readonly auto_generate: boolean }
  readonly max_sources_per_night: number
  /** Documents below are left out where nobody selects, 0–1. */
  readonly relevance_threshold: number
  readonly budget: {
    /** In US dollars. */
    readonly usd: number
    readonly calls: number
    readonly minutes: number
  }
  /** Domains, with all below them, that are never gathered, and, if any are given, the only ones that are. */
  readonly deny_domains: readonly string[]
  readonly allow_domains: readonly string[]
}

export const NetworkSettings: z.ZodType<NetworkSettings> = z.looseObject({
  allow_private: z
    .array(z.string().refine(isHost, 'must be `host` or `host:port`, IPv6 in brackets; no pattern, no range'))
    .default([]),
  per_host_per_minute: z.number().int().min(1).default(60),
  contact: z.string().min(1).optional(),
  web_sources: z.boolean().default(true),
})

const day = 24 * 3_600_000

export const IngestSettings: z.ZodType<IngestSettings> = z.looseObject({
  content_reader: z.enum(['jina', 'webfetch']).default('webfetch'),
  readers: z.array(z.string().min(1)).default([]),
  concurrency: z.number().int().min(1).max(64).optional(),
  max_bytes: z.number().int().min(1).default(200_000_000),
  timeout_ms: z
    .number()
    .int()
    .min(1)
    .max(day)
    .default(() => patientLimit(60_000)),
  memory_mb: z.number().int().min(16).default(1024),
})

export const SearchSettings: z.ZodType<SearchSettings> = z.looseObject({
  timeout_ms: z
    .number()
    .int()
    .min(1)
    .max(60_000)
    .default(() => patientLimit(5000)),
})

const domains = z
  .array(z.string().refine((text) => domainName(text) !== undefined, 'must be a domain such as `example.org`'))
  .default([])

export const ResearchSettings: z.ZodType<ResearchSettings> = z.looseObject({
  podcast: z.looseObject({ auto_generate: z.boolean().default(false) }).prefault({}),
  max_sources_per_night: z.number().int().min(1).default(20),
  relevance_threshold: z.number().min(0).max(1).default(0.6),
  budget: z
    .looseObject({
      usd: z.number().min(0).default(1),
      calls: z.number().int().min(0).default(200),
      minutes: z.number().min(0).default(30),
    })
    .prefault({}),
  deny_domains: domains,
  allow_domains: domains,
})

function isHost(text: string): boolean {
  const [, host = '', port = '80'] = /^(\[[0-9a-f:.]+\]|[^\s:/[\]*@?#]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  return host !== '' && Number(port) <= 65_535 && URL.canParse(`http://${host}/`)
}
