import type { Finding } from '@datacortex/errors'
import { CodedError } from '@datacortex/errors'
import { shellWord, visibleText } from '@datacortex/platform'

/** The settings of the space have a module run a program that this user never said yes to. */
export class ModuleCommandNotApprovedError extends CodedError {
  /** The program stands in the hint alone: messages are for callers from elsewhere, too. */
  constructor({
    module,
    command,
    env,
    scripts = [],
    at,
  }: {
    module: string
    command: string
    env: readonly string[]
    /** Files of the space that it names. */
    scripts?: readonly string[] | undefined
    at: string
  }) {
    const given = env.length === 0 ? 'no further variables' : `the variables ${env.map(visibleText).join(', ')}`
    const named = scripts.map(visibleText).join(', ')
    const since = named === '' ? '' : `, or not with ${named} as it is now`
    super(
      'MODULE_COMMAND_NOT_APPROVED',
      `The module ${module} does not run the command of ${visibleText(at)}: you have not approved it for this space${since}.`,
      {
        hint: `It is exactly ${command} with ${given}. If you trust it: datacortex trust approve ${shellWord(at)}`,
        details: { module, at, transient: false },
      },
    )
  }
}

/** What the settings of the space say to a module is not what it understands. */
export class ModuleSettingsInvalidError extends CodedError {
  constructor({ name, at, issues }: { name: string; at: string; issues: readonly string[] }) {
    super(
      'MODULE_SETTINGS_INVALID',
      `${visibleText(at)} in .datacore/settings.yaml is not what the module ${name} understands: ${issues.join('; ')}.`,
      { hint: `Correct it there, under ${visibleText(at)}.`, details: { name, at, issues, transient: false } },
    )
  }
}

/** The code of an installed module imports what nobody approved with it. */
export class ModuleImportRefusedError extends CodedError {
  constructor({
    specifier,
    importer,
    reason = 'it lies outside of the module, so it was not approved with it',
  }: {
    specifier: string
    importer: string
    reason?: string
  }) {
    super(
      'MODULE_IMPORT_REFUSED',
      `${importer} of an installed module may not import ${JSON.stringify(specifier)}: ${reason}.`,
      {
        hint: 'Ask its author to bundle what it needs; provided are node:…, @datacortex/plugin, @datacortex/errors and zod.',
        details: { specifier, importer, transient: false },
      },
    )
  }
}

/** A module whose code can't be used, so that it is not installed. */
export class ModuleCodeRefusedError extends CodedError {
  constructor({ subject, code, message, hint }: Finding) {
    super('MODULE_CODE_REFUSED', `The module ${subject} was not installed; nothing was changed. ${message}`, {
      hint: code === 'MODULE_CODE_FAILED' ? 'Correct its code, or ask its author.' : hint,
      details: { name: subject, reason: message, cause: code },
    })
  }
}
