import { CodedError } from '@datacortex/errors'

/** A `module.yaml` that is not YAML or does not match the schema. */
export class ManifestInvalidError extends CodedError {
  constructor({
    file,
    issues,
    wrong = 'schema',
    cause,
  }: {
    readonly file: string
    readonly issues: readonly string[]
    /** `yaml` if it could not even be parsed. */
    readonly wrong?: 'yaml' | 'schema'
    readonly cause?: unknown
  }) {
    // An excerpt of a file ends with a line of it.
    const told =
      wrong === 'yaml' ? `is no YAML: ${issues.join('; ')}` : `does not match the schema: ${issues.join('; ')}.`
    super('PLUGIN_MANIFEST_INVALID', `The manifest ${file} ${told}`, {
      hint: `Correct ${wrong === 'yaml' ? 'the marked line' : 'these fields'}, then run the command again.`,
      details: { file, issues },
      cause,
    })
  }
}

/** Code of a module that can't be started: its package, its entry, its settings or what its `setup` returns. */
export class PluginInvalidError extends CodedError {
  constructor({
    name,
    issues,
    wrong = 'export',
  }: {
    readonly name: string
    readonly issues: readonly string[]
    /** What of it; its `export` if absent. */
    readonly wrong?: keyof typeof brokenParts | undefined
  }) {
    const { told, hint } = brokenParts[wrong]
    super('PLUGIN_INVALID', `The code of the module ${name} ${told}: ${issues.join('; ')}.`, {
      hint,
      details: { name, issues },
    })
  }
}

const brokenParts = {
  export: {
    told: 'is not a plugin',
    hint: "Export `plugin = definePlugin({ name, kind, setup })` from the entry of the module's package.json.",
  },
  package: {
    told: "can't be found",
    hint: 'Name its entry in package.json: `"exports": { ".": "./index.js" }`.',
  },
  settings: {
    told: 'does not take the settings of its own module.yaml',
    hint: 'Make `settings` of module.yaml and the schema `config` of the plugin fit each other.',
  },
  setup: {
    told: 'does not do what its kind requires',
    hint: 'The README of @datacortex/plugin lists it; `datacortex module new NAME --kind KIND` makes code that does.',
  },
} as const

/** What the code of a module answered has a wrong shape; it was started all right. */
export class PluginAnswerInvalidError extends CodedError {
  constructor({
    name,
    answered,
    issues,
  }: {
    readonly name: string
    /** The function that answered: `extract`. */
    readonly answered: string
    readonly issues: readonly string[]
  }) {
    super(
      'PLUGIN_ANSWER_INVALID',
      `What \`${answered}\` of the module ${name} answered can't be used: ${issues.join('; ')}.`,
      {
        hint: `Ask its author to correct what \`${answered}\` returns; the README of @datacortex/plugin shows its shape.`,
        details: { name, answered, issues, transient: false },
      },
    )
  }
}

/** A source that can't be reached, or answers with a status that says no. */
export class SourceFailedError extends CodedError {
  constructor({
    source,
    reason,
    transient,
    status,
    retryAfterMs,
    cause,
  }: {
    readonly source: string
    readonly reason: string
    /** Whether another attempt may help. */
    readonly transient: boolean
    readonly status?: number | undefined
    readonly retryAfterMs?: number | undefined
    readonly cause?: unknown
  }) {
    const told = status === undefined ? 'did not answer' : `answered with status ${status}`
    super('SOURCE_FAILED', `${source} ${told}: ${clause(reason)}.`, {
      hint: failureHint(status),
      details: { source, transient, ...given({ status, retryAfterMs }) },
      cause,
    })
  }
}

/** A source that wants fewer questions. */
export class SourceThrottledError extends CodedError {
  constructor({
    source,
    status,
    retryAfterMs,
  }: {
    readonly source: string
    readonly status: number
    readonly retryAfterMs?: number | undefined
  }) {
    const wait = retryAfterMs === undefined ? '' : ` for ${Math.ceil(retryAfterMs / 1000)} s`
    super('SOURCE_THROTTLED', `${source} wants no more questions${wait} (status ${status}).`, {
      hint: 'Wait; if it happens often, lower `per_minute` of the source in .datacore/registry/sources.yaml.',
      details: { source, status, transient: true, ...given({ retryAfterMs }) },
    })
  }
}

/** A source's answer that is too large, broken, or of another shape than documented. */
export class SourceAnswerInvalidError extends CodedError {
  constructor({
    source,
    reason,
    cause,
  }: {
    readonly source: string
    readonly reason: string
    readonly cause?: unknown
  }) {
    super('SOURCE_ANSWER_INVALID', `The answer of ${source} can't be used: ${clause(reason)}.`, {
      hint: 'Check `base_url` of its module in .datacore/settings.yaml, or leave the source out with `enabled: false`.',
      details: { source, transient: false },
      cause,
    })
  }
}

/** The key that a source needs is nowhere. */
export class SourceKeyMissingError extends CodedError {
  constructor({ source, name }: { readonly source: string; readonly name: string }) {
    super('SOURCE_KEY_MISSING', `${source} needs the key ${name}, which is neither in .datacore/env nor set.`, {
      hint: `Write the key to .datacore/env/${name}, readable by you alone, or set the variable ${name}.`,
      details: { source, name, transient: false },
    })
  }
}

/** An address that the source can't read. */
export class SourceAddressRefusedError extends CodedError {
  constructor({ source, url, reason }: { readonly source: string; readonly url: string; readonly reason: string }) {
    super('SOURCE_ADDRESS_REFUSED', `${source} does not read ${url}: ${clause(reason)}.`, {
      hint: 'Read it with another source or by its own address.',
      details: { source, transient: false },
    })
  }
}

function failureHint(status: number | undefined): string {
  if (status === undefined) return 'Check the network, then ask again; the other sources answer without it.'
  if (status === 401 || status === 403) return 'Check the key of the source; it may be wrong, or lack a permission.'
  if (status === 402) return 'The account at the provider has no credit left.'
  return 'Ask again later; the other sources answer without it.'
}

function given(facts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

/** A server may end its reason with a full stop, and our sentence has one. */
function clause(reason: string): string {
  return reason.trim().replace(/(?<!\.)\.$/, '')
}
