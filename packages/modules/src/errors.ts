import { type Finding, type MakeError, errorsOf, redact } from '@datacortex/errors'
import { shellWord, visibleText } from '@datacortex/platform'

export type ModuleErrors = {
  readonly MODULE_SPEC_INVALID: { readonly spec: string; readonly reason: string }
  readonly MODULE_FETCH_FAILED: { readonly spec: string; readonly reason: string }
  readonly MODULE_CONTENT_REFUSED: { readonly origin: string; readonly problems: readonly string[] }
  readonly MODULE_ID_CLASH: { readonly module: string; readonly clashes: readonly string[] }
  readonly MODULE_NOT_INSTALLED: { readonly name: string; readonly installed: readonly string[] }
  readonly MODULE_FOLDER_MISSING: { readonly directory: string; readonly modules: readonly string[] }
  readonly MODULE_INTEGRITY_CHANGED: {
    readonly name: string
    readonly expected: string | undefined
    /** Undefined if there is no folder. */
    readonly found: string | undefined
    /** Where it was installed from, if that is known. */
    readonly origin?: string | undefined
  }
  readonly MODULE_NOT_APPROVED: {
    readonly name: string
    readonly integrity: string
    /** The command that shows what it wants and asks. */
    readonly next: string
  }
  readonly MODULE_FILE_INVALID: { readonly file: string; readonly issues: readonly string[] }
  readonly MODULE_CODE_FAILED: { readonly name: string; readonly reason: string }
  readonly MODULE_NETWORK_REFUSED: {
    readonly name: string
    readonly url: string
    readonly reason: string
    readonly hint?: string | undefined
  }
  readonly MODULE_SECRET_REFUSED: { readonly name: string; readonly secret: string }
  readonly SUBAGENT_MISSING: { readonly input: string; readonly contentType: string; readonly tried: readonly string[] }
  readonly EXTRACTION_TIMEOUT: { readonly input: string; readonly timeoutMs: number }
  readonly EXTRACTION_MEMORY: { readonly input: string; readonly memoryMb: number }
  readonly EXTRACTION_CRASHED: { readonly input: string; readonly how: string }
  readonly MODULE_COMMAND_NOT_APPROVED: {
    readonly module: string
    readonly command: string
    readonly env: readonly string[]
    /** How it differs from what was approved last; none if nothing was. */
    readonly changes: readonly string[]
    readonly at: string
  }
  readonly MODULE_COMMAND_REFUSED: { readonly module: string; readonly at: string; readonly reason: string }
  readonly MODULE_SETTINGS_INVALID: { readonly name: string; readonly at: string; readonly issues: readonly string[] }
  readonly MODULE_IMPORT_REFUSED: { readonly specifier: string; readonly importer: string; readonly reason?: string }
  readonly MODULE_CODE_REFUSED: Finding
}

/** Makes the errors of modules and of their sub-agents. */
export const moduleError: MakeError<ModuleErrors> = errorsOf<ModuleErrors>({
  MODULE_SPEC_INVALID: {
    message: ({ spec, reason }) => `${JSON.stringify(spec)} can't be installed: ${reason}.`,
    hint: 'Give a folder, a .tgz file, a git URL (https://….git) or the name of an npm package.',
  },
  MODULE_FETCH_FAILED: {
    message: ({ spec, reason }) => `${JSON.stringify(spec)} could not be fetched: ${reason}. Nothing was installed.`,
    hint: 'Check the address and the network, then run the command again.',
    details: ({ spec, reason }) => ({ spec: redact(spec), reason: redact(reason) }),
  },
  MODULE_CONTENT_REFUSED: {
    message: ({ origin, problems }) => `The module ${origin} is refused: ${problems.join('; ')}.`,
    hint: 'Ask its author to correct this. Nothing was installed.',
  },
  MODULE_ID_CLASH: {
    message: ({ module, clashes }) => `The module ${module} can't be registered: ${clashes.join('; ')}.`,
    hint: 'Rename or remove one of the two. Nothing was changed.',
  },
  MODULE_NOT_INSTALLED: {
    message: ({ name }) => `No module ${JSON.stringify(name)} is installed in this space.`,
    hint: ({ installed }) => (installed.length > 0 ? `Installed: ${installed.join(', ')}.` : 'datacortex module list'),
  },
  MODULE_FOLDER_MISSING: {
    message: ({ directory, modules }) =>
      `There is no ${directory}, and modules.lock.yaml names ${modules.join(', ')}. Nothing was changed.`,
    hint: 'Bring the folder back, install them again, or remove each: `datacortex module remove NAME`.',
  },
  MODULE_INTEGRITY_CHANGED: {
    message: ({ name, expected, found }) => {
      const reason =
        found === undefined
          ? 'its folder is gone'
          : expected === undefined
            ? 'it is not in modules.lock.yaml'
            : 'its files differ from modules.lock.yaml'
      return `The module ${name} is not what was installed: ${reason}. Its code is not run.`
    },
    hint: ({ name, found, origin }) =>
      found === undefined
        ? `Bring the folder back, install it again${origin === undefined ? '' : ` (datacortex module install ${shellWord(origin)})`}, or: datacortex module remove ${name}`
        : `datacortex module install .datacore/modules/${name} accepts the files as they are, after asking.`,
    details: ({ name, expected, found }) => ({ name, expected, found }),
  },
  MODULE_NOT_APPROVED: {
    message: ({ name }) => `The code of the module ${name} is not run: you have not approved it on this machine.`,
    hint: ({ next }) => `${next} shows what it wants and asks.`,
    details: ({ name, integrity }) => ({ name, integrity }),
  },
  MODULE_FILE_INVALID: {
    message: ({ file, issues }) => `${file} can't be used: ${issues.join('; ')}.`,
    hint: 'Correct it, or take it back from version control. Nothing was changed.',
  },
  MODULE_CODE_FAILED: {
    message: ({ name, reason }) => `The code of the module ${name} was set aside: ${reason}.`,
    hint: ({ name }) => `Ask its author, or: datacortex module remove ${name}`,
  },
  MODULE_NETWORK_REFUSED: {
    message: ({ name, url, reason }) => `The module ${name} may not fetch ${url}: ${reason}.`,
    hint: ({ hint }) => hint ?? 'The hosts that it may talk to are `permissions.network` of its module.yaml.',
    details: ({ name, url, reason }) => ({ name, url, reason }),
  },
  MODULE_SECRET_REFUSED: {
    message: ({ name, secret }) => `The module ${name} may not read the secret ${JSON.stringify(secret)}.`,
    hint: 'The secrets that it may read are `permissions.env` of its module.yaml and those that settings.yaml names for it.',
  },
  SUBAGENT_MISSING: {
    message: ({ input, contentType, tried }) => {
      const asked = tried.length === 0 ? 'no module says that it does' : `${tried.join(', ')} refused it`
      return `Nothing here reads ${input} (${contentType}): ${asked}.`
    },
    hint: 'datacortex module list shows the modules; one with `provides.subagents` for this media type is needed.',
    details: ({ input, contentType, tried }) => ({ input, contentType, tried, transient: false }),
  },
  EXTRACTION_TIMEOUT: {
    message: ({ input, timeoutMs }) => `Extracting ${input} took longer than ${timeoutMs} ms and was stopped.`,
    hint: 'Raise ingest.timeout_ms in .datacore/settings.yaml if the input is worth it.',
    details: ({ input, timeoutMs }) => ({ input, timeoutMs, transient: false }),
  },
  EXTRACTION_MEMORY: {
    message: ({ input, memoryMb }) => `Extracting ${input} needed more than ${memoryMb} MiB and was stopped.`,
    hint: 'Raise ingest.memory_mb in .datacore/settings.yaml if the input is worth it.',
    details: ({ input, memoryMb }) => ({ input, memoryMb, transient: false }),
  },
  EXTRACTION_CRASHED: {
    message: ({ input, how }) => `The process that extracted ${input} ended with ${how}.`,
    hint: 'The input is probably broken; leave it out, or report it with the file.',
    details: ({ input, how }) => ({ input, how, transient: false }),
  },
  MODULE_COMMAND_NOT_APPROVED: {
    message: ({ module, changes, at }) => {
      const reason = changes.length === 0 ? 'you have not approved it' : 'it is not as you approved it'
      return `The module ${module} does not run the command of ${visibleText(at)}: ${reason} for this space.`
    },
    // The program stands in the hint alone: messages are for callers from elsewhere, too.
    hint: ({ command, env, changes, at }) => {
      const given = env.length === 0 ? 'no further variables' : `the variables ${env.map(visibleText).join(', ')}`
      const changed = changes.length === 0 ? '' : ` Since you approved it: ${changes.map(visibleText).join('; ')}.`
      return `It is exactly ${command} with ${given}.${changed} If you trust it: datacortex trust allow ${shellWord(at)}`
    },
    details: ({ module, at }) => ({ module, at, transient: false }),
  },
  MODULE_COMMAND_REFUSED: {
    message: ({ module, at, reason }) =>
      `The module ${module} never runs the command of ${visibleText(at)}, also after a yes: ${reason}.`,
    hint: ({ at }) => `Correct PATH, or ${visibleText(at)} in .datacore/settings.yaml.`,
    details: ({ module, at, reason }) => ({ module, at, reason, transient: false }),
  },
  MODULE_SETTINGS_INVALID: {
    message: ({ name, at, issues }) =>
      `${visibleText(at)} in .datacore/settings.yaml is not what the module ${name} understands: ${issues.join('; ')}.`,
    hint: ({ at }) => `Correct it there, under ${visibleText(at)}.`,
    details: ({ name, at, issues }) => ({ name, at, issues, transient: false }),
  },
  MODULE_IMPORT_REFUSED: {
    message: ({ specifier, importer, reason = 'it lies outside of the module, so it was not approved with it' }) =>
      `${importer} of an installed module may not import ${JSON.stringify(specifier)}: ${reason}.`,
    hint: 'Ask its author to bundle what it needs; provided are node:…, @datacortex/plugin, @datacortex/errors and zod.',
    details: ({ specifier, importer }) => ({ specifier, importer, transient: false }),
  },
  MODULE_CODE_REFUSED: {
    message: ({ subject, message }) => `The module ${subject} was not installed; nothing was changed. ${message}`,
    hint: ({ code, hint }) => (code === 'MODULE_CODE_FAILED' ? 'Correct its code, or ask its author.' : hint),
    details: ({ subject, code, message }) => ({ name: subject, reason: message, cause: code }),
  },
})
