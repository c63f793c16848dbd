import { z } from 'zod'
import type { DeepReadonly } from '../parse/deep-readonly.ts'
import { domainName } from '../domain-name.ts'
import { patientLimit } from '../patient-limit.ts'
import { loose } from './loose.ts'

export type NetworkSettings = DeepReadonly<z.infer<typeof NetworkSettings>>
export const NetworkSettings = loose({
  /** Loopback and private hosts that may be asked: `host` for its default ports, or `host:port`. */
  allow_private: z
    .array(z.string().refine(isHost, 'must be `host` or `host:port`, IPv6 in brackets; no pattern, no range'))
    .default([]),
  /** Requests to one host within a minute, over all processes of the space. */
  per_host_per_minute: z.number().int().min(1).default(60),
  /** Where operators of sites can complain: an address of mail or web, part of the User-Agent. */
  contact: z.string().min(1).optional(),
  /** Whether sources of modules that send questions to other hosts are asked, but for those that sources.yaml switches on. */
  web_sources: z.boolean().default(true),
})

const day = 24 * 3_600_000

export const IngestSettings = loose({
  /** Who reads a page first: a reader service that is configured, or the program itself. */
  content_reader: z.enum(['jina', 'webfetch']).default('webfetch'),
  /** Names of modules that read content before the program itself does, the first one first. */
  readers: z.array(z.string().min(1)).default([]),
  /** Whether the whole text of what is taken in is kept, in `sources` beside its note, or folded in the note. */
  text: z.enum(['beside', 'folded', 'none']).default('beside'),
  /** Most zettels of one document. */
  zettels: z.number().int().min(0).max(200).default(30),
  /** Extractions at the same time; as many as there are cores if absent. */
  concurrency: z.number().int().min(1).max(64).optional(),
  /** Larger inputs are refused, in bytes. */
  max_bytes: z.number().int().min(1).default(200_000_000),
  /** For one extraction, in milliseconds. */
  timeout_ms: z
    .number()
    .int()
    .min(1)
    .max(day)
    .default(() => patientLimit(60_000)),
  /** For one extraction, in MiB. */
  memory_mb: z.number().int().min(16).default(1024),
})

/** The search layer (DIP-0021 §2). */
export const SearchSettings = loose({
  /** Longest wait for sources, in milliseconds. */
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

/** Research runs (DIP-0021 §3, §7.1). */
export const ResearchSettings = loose({
  /** Whether reports are spoken; if absent, of what a night did and not of what a person asked for. */
  podcast: loose({ auto_generate: z.boolean().optional() }).prefault({}),
  /** Where Readwise is asked; the secret READWISE_TOKEN goes there. */
  readwise_url: z.url({ protocol: /^https?$/ }).optional(),
  max_sources_per_night: z.number().int().min(1).default(20),
  /** Documents below are left out where nobody selects. */
  relevance_threshold: z.number().min(0).max(1).default(0.6),
  budget: loose({
    usd: z.number().min(0).default(1),
    calls: z.number().int().min(0).default(200),
    minutes: z.number().min(0).default(30),
  }).prefault({}),
  /** Domains, with all below them, that are never gathered, and, if any are given, the only ones that are. */
  deny_domains: domains,
  allow_domains: domains,
})

function isHost(text: string): boolean {
  const [, host = '', port = '80'] = /^(\[[0-9a-f:.]+\]|[^\s:/[\]*@?#]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  return host !== '' && Number(port) <= 65_535 && URL.canParse(`http://${host}/`)
}
