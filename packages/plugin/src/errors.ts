import { CodedError } from '@datacortex/errors'

/** A `module.yaml` that is not YAML or does not match the schema. */
export class ManifestInvalidError extends CodedError {
  constructor({ file, issues, cause }: { file: string; issues: readonly string[]; cause?: unknown }) {
    super('PLUGIN_MANIFEST_INVALID', `The manifest ${file} does not match the schema: ${issues.join('; ')}.`, {
      hint: 'Correct these fields, then run the command again; `datacortex doctor` lists them too.',
      details: { file, issues },
      cause,
    })
  }
}

/** A plugin object that lacks what its kind requires. */
export class PluginInvalidError extends CodedError {
  constructor({ name, issues }: { name: string; issues: readonly string[] }) {
    super('PLUGIN_INVALID', `The code of the module ${name} is not a plugin: ${issues.join('; ')}.`, {
      hint: "Export `plugin = definePlugin({ name, kind, setup })` from the entry of the module's package.json.",
      details: { name, issues },
    })
  }
}
