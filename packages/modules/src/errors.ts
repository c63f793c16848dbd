import { type Finding, errorsOf, redact } from '@datacortex/errors'
import { shellWord, visibleText } from '@datacortex/platform'

type IntegrityChanged = {
  readonly name: string
  readonly expected: string | undefined
  /** Undefined if there is no folder. */
  readonly found: string | undefined
  /** Where it was installed from, if that is known. */
  readonly origin?: string | undefined
}

type CommandWaiting = {
  readonly module: string
  readonly command: string
  readonly env: readonly string[]
  /** How it differs from what was approved last; none if nothing was. */
  readonly changes: readonly string[]
  readonly at: string
}

/** Makes the errors of modules and of their sub-agents. */
export const moduleError = errorsOf({
  MODULE_SPEC_INVALID: {
    message: ({ spec, reason }: { spec: string; reason: string }) =>
      `${JSON.stringify(spec)} can't be installed: ${reason}.`,
    hint: 'Give a folder, a .tgz file, a git URL (https://….git) or the name of an npm package.',
  },
  MODULE_FETCH_FAILED: {
    message: ({ spec, reason }: { spec: string; reason: string }) =>
      `${JSON.stringify(spec)} could not be fetched: ${reason}. Nothing was installed.`,
    hint: 'Check the address and the network, then run the command again.',
    details: ({ spec, reason }) => ({ spec: redact(spec), reason: redact(reason) }),
  },
  MODULE_CONTENT_REFUSED: {
    message: ({ origin, problems }: { origin: string; problems: readonly string[] }) =>
      `The module ${origin} is refused: ${problems.join('; ')}.`,
    hint: 'Ask its author to correct this. Nothing was installed.',
  },
  MODULE_ID_CLASH: {
    message: ({ module, clashes }: { module: string; clashes: readonly string[] }) =>
      `The module ${module} can't be registered: ${clashes.join('; ')}.`,
    hint: 'Rename or remove one of the two. Nothing was changed.',
  },
  MODULE_NOT_INSTALLED: {
    message: ({ name }: { name: string; installed: readonly string[] }) =>
      `No module ${JSON.stringify(name)} is installed in this space.`,
    hint: ({ installed }) =>
      installed.length > 0
        ? `Installed: ${installed.join(', ')}.`
        : 'datacortex module list   (those that are bundled stay)',
  },
  MODULE_FOLDER_MISSING: {
    message: ({ directory, modules }: { directory: string; modules: readonly string[] }) =>
      `There is no ${directory}, and modules.lock.yaml names ${modules.join(', ')}. Nothing was changed.`,
    hint: 'Bring the folder back, install them again, or remove each: `datacortex module remove NAME`.',
  },
  MODULE_INTEGRITY_CHANGED: {
    message: ({ name, expected, found }: IntegrityChanged) => {
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
    message: ({ name }: { name: string; integrity: string; next: string }) =>
      `The code of the module ${name} is not run: you have not approved it on this machine.`,
    hint: ({ next }) => `${next} shows what it wants and asks.`,
    details: ({ name, integrity }) => ({ name, integrity }),
  },
  MODULE_FILE_INVALID: {
    message: ({ file, issues }: { file: string; issues: readonly string[] }) =>
      `${file} can't be used: ${issues.join('; ')}.`,
    hint: 'Correct it, or take it back from version control. Nothing was changed.',
  },
  MODULE_CODE_FAILED: {
    message: ({ name, reason }: { name: string; reason: string }) =>
      `The code of the module ${name} was set aside: ${reason}.`,
    hint: ({ name }) => `Ask its author, or: datacortex module remove ${name}`,
  },
  MODULE_NETWORK_REFUSED: {
    message: ({ name, url, reason }: { name: string; url: string; reason: string; hint?: string | undefined }) =>
      `The module ${name} may not fetch ${url}: ${reason}.`,
    hint: ({ hint }) => hint ?? 'The hosts that it may talk to are `permissions.network` of its module.yaml.',
    details: ({ name, url, reason }) => ({ name, url, reason }),
  },
  MODULE_SECRET_REFUSED: {
    message: ({ name, secret }: { name: string; secret: string }) =>
      `The module ${name} may not read the secret ${JSON.stringify(secret)}.`,
    hint: 'The secrets that it may read are `permissions.env` of its module.yaml and those that settings.yaml names for it.',
  },
  SUBAGENT_MISSING: {
    message: ({ input, contentType, tried }: { input: string; contentType: string; tried: readonly string[] }) => {
      const asked = tried.length === 0 ? 'no module says that it does' : `${tried.join(', ')} refused it`
      return `Nothing here reads ${input} (${contentType}): ${asked}.`
    },
    hint: 'datacortex module list shows the modules; one with `provides.subagents` for this media type is needed.',
    details: ({ input, contentType, tried }) => ({ input, contentType, tried, transient: false }),
  },
  EXTRACTION_TIMEOUT: {
    message: ({ input, timeoutMs }: { input: string; timeoutMs: number }) =>
      `Extracting ${input} took longer than ${timeoutMs} ms and was stopped.`,
    hint: 'Raise ingest.timeout_ms in .datacore/settings.yaml if the input is worth it.',
    details: ({ input, timeoutMs }) => ({ input, timeoutMs, transient: false }),
  },
  EXTRACTION_MEMORY: {
    message: ({ input, memoryMb }: { input: string; memoryMb: number }) =>
      `Extracting ${input} needed more than ${memoryMb} MiB and was stopped.`,
    hint: 'Raise ingest.memory_mb in .datacore/settings.yaml if the input is worth it.',
    details: ({ input, memoryMb }) => ({ input, memoryMb, transient: false }),
  },
  EXTRACTION_CRASHED: {
    message: ({ input, how }: { input: string; how: string }) =>
      `The process that extracted ${input} ended with ${how}.`,
    hint: 'The input is probably broken; leave it out, or report it with the file.',
    details: ({ input, how }) => ({ input, how, transient: false }),
  },
  MODULE_COMMAND_NOT_APPROVED: {
    message: ({ module, changes, at }: CommandWaiting) => {
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
    message: ({ module, at, reason }: { module: string; at: string; reason: string }) =>
      `The module ${module} never runs the command of ${visibleText(at)}, also after a yes: ${reason}.`,
    hint: ({ at }) => `Correct PATH, or ${visibleText(at)} in .datacore/settings.yaml.`,
    details: ({ module, at, reason }) => ({ module, at, reason, transient: false }),
  },
  MODULE_SETTINGS_INVALID: {
    message: ({ name, at, issues }: { name: string; at: string; issues: readonly string[] }) =>
      `${visibleText(at)} of the settings is not what the module ${name} understands: ${issues.join('; ')}.`,
    hint: ({ at }) => `Correct it in the file that \`datacortex settings ${shellWord(at)}\` names.`,
    details: ({ name, at, issues }) => ({ name, at, issues, transient: false }),
  },
  MODULE_IMPORT_REFUSED: {
    message: ({ specifier, importer, reason }: { specifier: string; importer: string; reason?: string }) =>
      `${importer} of an installed module may not import ${JSON.stringify(specifier)}: ${reason ?? 'it lies outside of the module, so it was not approved with it'}.`,
    hint: 'Ask its author to bundle what it needs; provided are node:…, @datacortex/plugin, @datacortex/errors and zod.',
    details: ({ specifier, importer }) => ({ specifier, importer, transient: false }),
  },
  MODULE_CODE_REFUSED: {
    message: ({ subject, message }: Finding) =>
      `The module ${subject} was not installed; nothing was changed. ${message}`,
    hint: ({ code, hint }) => (code === 'MODULE_CODE_FAILED' ? 'Correct its code, or ask its author.' : hint),
    details: ({ subject, code, message }) => ({ name: subject, reason: message, cause: code }),
  },
})
