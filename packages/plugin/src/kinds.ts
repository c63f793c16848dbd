import type { Directory } from './directory.ts'
import type { Hooks } from './hooks.ts'
import type { Runner } from './runner.ts'
import type { Source } from './source.ts'
import type { Speech } from './speech.ts'
import type { SubAgent } from './sub-agent.ts'
import type { Writer } from './writer.ts'

/** What holds something open gives it back here; called once, also after a failure. */
export type Closable = { readonly [Symbol.asyncDispose]?: (() => Promise<void>) | undefined }

/** What `setup` returns, by kind of plugin. */
export type PluginKinds = {
  readonly source: Source & Closable
  readonly 'sub-agent': SubAgent & Closable
  readonly runner: Runner & Closable
  readonly writer: Writer & Closable
  readonly speech: Speech & Closable
  readonly directory: Directory & Closable
  readonly hooks: Hooks & Closable
}

/** The kinds of code that a module can bring. */
export type PluginKind = keyof PluginKinds
