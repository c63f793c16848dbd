import { errorsOf, withoutUndefined } from '@datacortex/errors'

type ManifestInvalid = {
  readonly file: string
  readonly issues: readonly string[]
  readonly wrong?: 'yaml' | 'schema'
}

type Invalid = {
  readonly name: string
  readonly issues: readonly string[]
  readonly wrong?: keyof typeof brokenParts | undefined
}

type Failed = {
  readonly source: string
  readonly reason: string
  readonly transient: boolean
  readonly status?: number | undefined
  readonly retryAfterMs?: number | undefined
}

type Throttled = {
  readonly source: string
  readonly status: number
  readonly retryAfterMs?: number | undefined
}

/** Makes the errors of plugins and sources. */
export const pluginError = errorsOf({
  PLUGIN_MANIFEST_INVALID: {
    message: ({ file, issues, wrong = 'schema' }: ManifestInvalid) => {
      // An excerpt of a file ends with a line of it.
      const words =
        wrong === 'yaml' ? `is no YAML: ${issues.join('; ')}` : `does not match the schema: ${issues.join('; ')}.`
      return `The manifest ${file} ${words}`
    },
    hint: ({ wrong = 'schema' }) =>
      `Correct ${wrong === 'yaml' ? 'the marked line' : 'these fields'}, then run the command again.`,
    details: ({ file, issues }) => ({ file, issues }),
  },
  PLUGIN_INVALID: {
    message: ({ name, issues, wrong = 'export' }: Invalid) =>
      `The code of the module ${name} ${brokenParts[wrong].words}: ${issues.join('; ')}.`,
    hint: ({ wrong = 'export' }) => brokenParts[wrong].hint,
    details: ({ name, issues }) => ({ name, issues }),
  },
  PLUGIN_ANSWER_INVALID: {
    message: ({ name, answered, issues }: { name: string; answered: string; issues: readonly string[] }) =>
      `What \`${answered}\` of the module ${name} answered can't be used: ${issues.join('; ')}.`,
    hint: ({ answered }) =>
      `Ask its author to correct what \`${answered}\` returns; the README of @datacortex/plugin shows its shape.`,
    details: ({ name, answered, issues }) => ({ name, answered, issues, transient: false }),
  },
  SOURCE_FAILED: {
    message: ({ source, reason, status }: Failed) =>
      `${source} ${status === undefined ? 'did not answer' : `answered with status ${status}`}: ${clause(reason)}.`,
    hint: ({ status }) => failureHint(status),
    details: ({ source, transient, status, retryAfterMs }) =>
      withoutUndefined({ source, transient, status, retryAfterMs }),
  },
  SOURCE_THROTTLED: {
    message: ({ source, status, retryAfterMs }: Throttled) => {
      const wait = retryAfterMs === undefined ? '' : ` for ${Math.ceil(retryAfterMs / 1000)} s`
      return `${source} wants no more questions${wait} (status ${status}).`
    },
    hint: 'Wait; if it happens often, lower `per_minute` of the source in .datacore/registry/sources.yaml.',
    details: ({ source, status, retryAfterMs }) => withoutUndefined({ source, status, transient: true, retryAfterMs }),
  },
  SOURCE_ANSWER_INVALID: {
    message: ({ source, reason }: { source: string; reason: string }) =>
      `The answer of ${source} can't be used: ${clause(reason)}.`,
    hint: 'Check `base_url` of its module in .datacore/settings.yaml, or leave the source out with `enabled: false`.',
    details: ({ source }) => ({ source, transient: false }),
  },
  SOURCE_KEY_MISSING: {
    message: ({ source, name }: { source: string; name: string }) =>
      `${source} needs the key ${name}, which is neither in .datacore/env nor set.`,
    hint: ({ name }) => `Write the key to .datacore/env/${name}, readable by you alone, or set the variable ${name}.`,
    details: ({ source, name }) => ({ source, name, transient: false }),
  },
  SOURCE_ADDRESS_REFUSED: {
    message: ({ source, url, reason }: { source: string; url: string; reason: string }) =>
      `${source} does not read ${url}: ${clause(reason)}.`,
    hint: 'Read it with another source or by its own address.',
    details: ({ source }) => ({ source, transient: false }),
  },
})

const brokenParts = {
  export: {
    words: 'is not a plugin',
    hint: "Export `plugin = definePlugin({ name, kind, setup })` from the entry of the module's package.json.",
  },
  package: {
    words: "can't be found",
    hint: 'Name its entry in package.json: `"exports": { ".": "./index.js" }`.',
  },
  settings: {
    words: 'does not take the settings of its own module.yaml',
    hint: 'Make `settings` of module.yaml and the schema `config` of the plugin fit each other.',
  },
  setup: {
    words: 'does not do what its kind requires',
    hint: 'The README of @datacortex/plugin lists it; `datacortex module new NAME --kind KIND` makes code that does.',
  },
} as const

function failureHint(status: number | undefined): string {
  if (status === undefined) return 'Check the network, then ask again; the other sources answer without it.'
  if (status === 401 || status === 403) return 'Check the key of the source; it may be wrong, or lack a permission.'
  if (status === 402) return 'The account at the provider has no credit left.'
  return 'Ask again later; the other sources answer without it.'
}

/** A server may end its reason with a full stop, and our sentence has one. */
function clause(reason: string): string {
  return reason.trim().replace(/(?<!\.)\.$/, '')
}
