import { z } from 'zod'
import { ContextSettings } from './context-settings.ts'
import { IndexSettings } from './index-settings.ts'
import { loose } from './loose.ts'
import { IngestSettings, NetworkSettings, ResearchSettings, SearchSettings } from './knowledge-settings.ts'
import { PrivacySettings } from './privacy-settings.ts'
import { NightshiftSettings } from './nightshift-settings.ts'
import { RunnersSettings } from './runner-settings.ts'

/** The shape of settings with its defaults; keys of other programs pass. */
export const Settings = loose({
  embeddings: loose({
    /** `default`, a folder in transformers.js layout, or the hub id of a model that was pulled. */
    model: z.string().min(1).default('default'),
    /** `int8` (the packaged model's, and its default) is fast and small, `fp32` (the default of others) exact, `q8` smaller. */
    dtype: z.enum(['int8', 'fp32', 'q8']).optional(),
    /** A folder that was used before, whose vectors answer until those of `model` are there; `model use` names it. */
    former: z.string().min(1).optional(),
    /** A cross-encoder, named as `model` is, that ranks the first notes of a search anew; none if absent, or `none`. */
    reranker: z.string().min(1).optional(),
    /** Threads at most that embed long lists, none if 0; as many as there are cores if absent. */
    threads: z.number().int().min(0).max(1024).optional(),
  }).prefault({}),
  find: loose({
    /** Scores below are not shown. */
    min_score: z.number().min(0).max(1).default(0.4),
    /** How long a model is waited for that chooses among what was found. */
    judge_ms: z.number().int().min(1).max(600_000).default(20_000),
  }).prefault({}),
  /** Ids of agents that are switched off here, also of those that come with the program. */
  agents: loose({ disabled: z.array(z.string().min(1)).default([]) }).prefault({}),
  index: IndexSettings.prefault({}),
  context: ContextSettings.prefault({}),
  privacy: PrivacySettings.prefault({}),
  runners: RunnersSettings.prefault({}),
  /** By name of a module: settings that win over the defaults of its manifest. */
  plugins: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  network: NetworkSettings.prefault({}),
  ingest: IngestSettings.prefault({}),
  search: SearchSettings.prefault({}),
  research: ResearchSettings.prefault({}),
  nightshift: NightshiftSettings.prefault({}),
  /** Where the machines of this space bring the figures of their runs: a server, or a branch of the repository. */
  sync: loose({
    server: z.url({ protocol: /^https?$/ }).optional(),
    /** Name of the secret with the token of the server. */
    token: z.string().min(1).default('SYNC_TOKEN'),
    /** Branch of `origin`. */
    git: z.string().min(1).optional(),
    /** What its clones have in common; the first commit of its repository if absent. */
    space: z.string().min(1).max(100).optional(),
    /** How long `today` and `wrap-up` wait for it. */
    deadline_ms: z.number().int().min(1).max(600_000).default(5000),
  }).prefault({}),
  /** Names such as `CLAUDE.md`, which assistants obey or programs run, that notes may have all the same. */
  notes: loose({ obeyed: z.array(z.string().regex(/^[^/*?[{]+$/)).default([]) }).prefault({}),
  /** Relays of Nostr that are asked for agents, and how long each may take. */
  nostr: loose({
    relays: z.array(z.string().regex(/^wss?:\/\/[^\s@]+$/)).default([]),
    deadline_ms: z.number().int().min(100).max(120_000).default(5000),
  }).prefault({}),
  /** By name or id of a network: the JSON-RPC by which it is reached. */
  chain: loose({ rpc: z.record(z.string(), z.url({ protocol: /^https?$/ })).default({}) }).prefault({}),
  minds: loose({
    /** The uid of the agent that assistants are who send no id. */
    sender: z.string().min(1).optional(),
    /** How agents find each other beside what the user writes: a shared file, A2A cards, handshakes. */
    discovery: loose({
      registry: z.string().min(1).optional(),
      cards: z.array(z.url()).default([]),
      handshakes: z.boolean().default(false),
      ttl_hours: z.number().positive().default(24),
    }).prefault({}),
    /** Whether an agent with an identity reflects when a run of it has ended. */
    reflect_after_run: z.boolean().default(false),
    /** As soon as so many entries of its log wait, it reflects; never if 0. */
    reflect_at: z.number().int().min(0).max(100_000).default(0),
  }).prefault({}),
  /** Directories of agents that are published elsewhere; their addresses stand in `plugins`. */
  directories: loose({
    /** How long a question waits for each of them. */
    deadline_ms: z.number().int().min(1).max(600_000).default(8000),
    /** What was listed longer ago is asked for again. */
    max_age_hours: z.number().min(0).max(8760).default(6),
    /** Who is believed, by key, account or host as ratings and authors name them, and how far: 0–1. */
    trust: z.record(z.string(), z.number().min(0).max(1)).default({}),
  }).prefault({}),
  serve: loose({
    /** Files in PEM by which `serve` speaks TLS, relative to the space: a certificate with its chain, and its key. */
    tls_cert: z.string().min(1).optional(),
    tls_key: z.string().min(1).optional(),
    /** Loopback and private hosts at which files and receivers of notifications that clients name may be. */
    allow_private: NetworkSettings.shape.allow_private.unwrap().optional(),
    /** Whether clients of A2A 0.3 are answered, too. */
    a2a_0_3: z.boolean().optional(),
  }).prefault({}),
  /** Name of a module of the kind writer; none writes if absent. */
  writer: z.string().min(1).optional(),
  /** Names of modules of the kind speech, in the order in which they are tried. */
  speech: z.array(z.string().min(1)).default(['speech-flite', 'speech-espeak']),
  /** Name of an area of work -> what it is about, in words; content is rated against each. */
  work_areas: z.record(z.string(), z.string()).default({}),
})
