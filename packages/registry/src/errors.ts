import { CodedError, redact } from '@datacortex/errors'
import { shellWord } from '@datacortex/platform'
import type { AliasCycle, DanglingAlias, RemovedAgent } from './name-of-nobody.ts'

/** `agents.yaml` is not YAML. */
export class RegistryYamlInvalidError extends CodedError {
  constructor({ file, excerpt }: { file: string; excerpt: string }) {
    super('REGISTRY_YAML_INVALID', excerpt, {
      hint: `Correct the marked line of ${file}. Nothing was changed.`,
      details: { file },
    })
  }
}

/** `agents.yaml` is YAML of a wrong shape. */
export class RegistryInvalidError extends CodedError {
  constructor({ file, issues }: { file: string; issues: readonly string[] }) {
    super('REGISTRY_INVALID', `${file} does not match the schema: ${issues.join('; ')}.`, {
      hint: 'Correct these fields. Nothing was changed.',
      details: { file, issues },
    })
  }
}

/** No agent of this id. */
export class AgentNotFoundError extends CodedError {
  constructor({ id, nearest }: { id: string; nearest: readonly string[] }) {
    super('REGISTRY_AGENT_NOT_FOUND', `There is no agent ${JSON.stringify(id)}.`, {
      hint: nearest.length > 0 ? `Did you mean ${nearest.join(' or ')}?` : 'datacortex agent list',
      details: { id, nearest },
    })
  }
}

/** Aliases that lead back to themselves. */
export class AliasCycleError extends CodedError {
  readonly broken: AliasCycle

  constructor(broken: AliasCycle) {
    super('REGISTRY_ALIAS_CYCLE', `These aliases lead in a circle: ${broken.ids.join(' → ')}.`, {
      hint: 'Let one of them name an agent that exists.',
      details: { ids: broken.ids },
    })
    this.broken = broken
  }
}

/** An alias whose target is not registered. */
export class AliasDanglingError extends CodedError {
  readonly broken: DanglingAlias

  constructor(broken: DanglingAlias) {
    const { alias, target, nearest } = broken
    super(
      'REGISTRY_ALIAS_DANGLING',
      `The alias ${JSON.stringify(alias)} leads to ${JSON.stringify(target)}, which is no agent.`,
      {
        hint: nearest.length > 0 ? `Let it name ${nearest.join(' or ')}.` : `Correct or delete the alias ${alias}.`,
        details: { alias, target, nearest },
      },
    )
    this.broken = broken
  }
}

/** An agent that is only kept to say that it is gone (DIP-0021). */
export class AgentRemovedError extends CodedError {
  readonly removed: RemovedAgent

  constructor(removed: RemovedAgent) {
    const { id, note, successor } = removed
    const reason = note?.trim().replace(/\.$/, '') ?? ''
    const find = 'datacortex agent find "<what it should do>"'
    super(
      'REGISTRY_AGENT_REMOVED',
      `The agent ${JSON.stringify(id)} was removed${reason === '' ? '' : `: ${reason}`}.`,
      {
        hint: successor === undefined ? find : `datacortex agent show ${successor}   or   ${find}`,
        details: { id, note, successor },
      },
    )
    this.removed = removed
  }
}

/** An edit that can't be made without changing other entries of the file, because of YAML anchors or merge keys. */
export class RegistryEditRefusedError extends CodedError {
  constructor({ file, subjects }: { file: string; subjects: readonly string[] }) {
    super(
      'REGISTRY_EDIT_REFUSED',
      `${file} can't be edited without changing the meaning of ${subjects.join(', ')}. Nothing was changed.`,
      {
        hint: 'These entries share text through YAML anchors (&, *, <<) or repeat a key. Write them out in full, then run the command again.',
        details: { file, subjects },
      },
    )
  }
}

/** What to install is no folder, tarball, git URL or npm name. */
export class ModuleSpecInvalidError extends CodedError {
  constructor({ spec, reason }: { spec: string; reason: string }) {
    super('MODULE_SPEC_INVALID', `${JSON.stringify(spec)} can't be installed: ${reason}.`, {
      hint: 'Give a folder, a .tgz file, a git URL (https://….git) or the name of an npm package.',
      details: { spec, reason },
    })
  }
}

/** git or npm could not fetch a module. */
export class ModuleFetchFailedError extends CodedError {
  constructor({ spec, reason, cause }: { spec: string; reason: string; cause?: unknown }) {
    super('MODULE_FETCH_FAILED', `${JSON.stringify(spec)} could not be fetched: ${reason}. Nothing was installed.`, {
      hint: 'Check the address and the network, then run the command again.',
      details: { spec: redact(spec), reason: redact(reason) },
      cause,
    })
  }
}

/** The files of a module have something that is not allowed: a link, a path that leaves it, a missing prompt. */
export class ModuleContentRefusedError extends CodedError {
  constructor({ origin, problems, cause }: { origin: string; problems: readonly string[]; cause?: unknown }) {
    super('MODULE_CONTENT_REFUSED', `The module ${origin} is refused: ${problems.join('; ')}.`, {
      hint: 'Ask its author to correct this. Nothing was installed.',
      details: { origin, problems },
      cause,
    })
  }
}

/** An id that is taken already, or a name that no module may have. */
export class ModuleIdClashError extends CodedError {
  constructor({ module, clashes }: { module: string; clashes: readonly string[] }) {
    super('MODULE_ID_CLASH', `The module ${module} can't be registered: ${clashes.join('; ')}.`, {
      hint: 'Rename or remove one of the two. Nothing was changed.',
      details: { module, clashes },
    })
  }
}

/** No installed module of this name. */
export class ModuleNotInstalledError extends CodedError {
  constructor({ name, installed }: { name: string; installed: readonly string[] }) {
    super('MODULE_NOT_INSTALLED', `No module ${JSON.stringify(name)} is installed in this space.`, {
      hint: installed.length > 0 ? `Installed: ${installed.join(', ')}.` : 'datacortex module list',
      details: { name, installed },
    })
  }
}

/** The folder of all installed modules is gone: hardly somebody's wish for each of them. */
export class ModuleFolderMissingError extends CodedError {
  constructor({ directory, modules }: { directory: string; modules: readonly string[] }) {
    super(
      'MODULE_FOLDER_MISSING',
      `There is no ${directory}, and modules.lock.yaml names ${modules.join(', ')}. Nothing was changed.`,
      {
        hint: 'Bring the folder back, install them again, or remove each: `datacortex module remove NAME`.',
        details: { directory, modules },
      },
    )
  }
}

/** The files of an installed module are not those that were installed, or are gone. */
export class ModuleIntegrityChangedError extends CodedError {
  constructor({
    name,
    expected,
    found,
    origin,
  }: {
    name: string
    expected: string | undefined
    /** Undefined if there is no folder. */
    found: string | undefined
    /** Where it was installed from, if that is known. */
    origin?: string | undefined
  }) {
    const reason =
      found === undefined
        ? 'its folder is gone'
        : expected === undefined
          ? 'it is not in modules.lock.yaml'
          : 'its files differ from modules.lock.yaml'
    super('MODULE_INTEGRITY_CHANGED', `The module ${name} is not what was installed: ${reason}. Its code is not run.`, {
      hint:
        found === undefined
          ? `Bring the folder back, install it again${origin === undefined ? '' : ` (datacortex module install ${shellWord(origin)})`}, or: datacortex module remove ${name}`
          : `datacortex module install .datacore/modules/${name} accepts the files as they are, after asking.`,
      details: { name, expected, found },
    })
  }
}

/** The code of a module was never approved by this user. */
export class ModuleNotApprovedError extends CodedError {
  /** @param facts - `next`: the command that shows what it wants and asks. */
  constructor({ name, integrity, next }: { name: string; integrity: string; next: string }) {
    super(
      'MODULE_NOT_APPROVED',
      `The code of the module ${name} is not run: you have not approved it on this machine.`,
      {
        hint: `${next} shows what it wants and asks.`,
        details: { name, integrity },
      },
    )
  }
}

/** A file about modules, such as `modules.lock.yaml` or `sources.yaml`, that can't be used as it is. */
export class ModuleFileInvalidError extends CodedError {
  constructor({ file, issues }: { file: string; issues: readonly string[] }) {
    super('MODULE_FILE_INVALID', `${file} can't be used: ${issues.join('; ')}.`, {
      hint: 'Correct it, or take it back from version control. Nothing was changed.',
      details: { file, issues },
    })
  }
}

/** The code of a module could not be started or broke its contract; the module is set aside. */
export class ModuleCodeFailedError extends CodedError {
  constructor({ name, reason, cause }: { name: string; reason: string; cause?: unknown }) {
    super('MODULE_CODE_FAILED', `The code of the module ${name} was set aside: ${reason}.`, {
      hint: `Ask its author, or: datacortex module remove ${name}`,
      details: { name, reason },
      cause,
    })
  }
}

/** A module wanted to talk to a host that it was not granted. */
export class ModuleNetworkRefusedError extends CodedError {
  constructor({ name, url, reason, hint }: { name: string; url: string; reason: string; hint?: string | undefined }) {
    super('MODULE_NETWORK_REFUSED', `The module ${name} may not fetch ${url}: ${reason}.`, {
      hint: hint ?? 'The hosts that it may talk to are `permissions.network` of its module.yaml.',
      details: { name, url, reason },
    })
  }
}

/** A module asked for a secret that it was not granted. */
export class ModuleSecretRefusedError extends CodedError {
  constructor({ name, secret }: { name: string; secret: string }) {
    super('MODULE_SECRET_REFUSED', `The module ${name} may not read the secret ${JSON.stringify(secret)}.`, {
      hint: 'The secrets that it may read are `permissions.env` of its module.yaml and those that settings.yaml names for it.',
      details: { name, secret },
    })
  }
}

/** A query without any text. */
export class QueryEmptyError extends CodedError {
  constructor() {
    super('REGISTRY_QUERY_EMPTY', 'The query has no text.', { hint: 'datacortex agent find "what you want done"' })
  }
}

/** No sub-agent takes an input. */
export class SubAgentMissingError extends CodedError {
  constructor({ input, contentType, tried }: { input: string; contentType: string; tried: readonly string[] }) {
    const asked = tried.length === 0 ? 'no module says that it does' : `${tried.join(', ')} refused it`
    super('SUBAGENT_MISSING', `Nothing here reads ${input} (${contentType}): ${asked}.`, {
      hint: 'datacortex module list shows the modules; one with `provides.subagents` for this media type is needed.',
      details: { input, contentType, tried, transient: false },
    })
  }
}

/** An extraction took too long; its process was killed. */
export class ExtractionTimeoutError extends CodedError {
  constructor({ input, timeoutMs }: { input: string; timeoutMs: number }) {
    super('EXTRACTION_TIMEOUT', `Extracting ${input} took longer than ${timeoutMs} ms and was stopped.`, {
      hint: 'Raise ingest.timeout_ms in .datacore/settings.yaml if the input is worth it.',
      details: { input, timeoutMs, transient: false },
    })
  }
}

/** An extraction needed too much memory; its process was killed. */
export class ExtractionMemoryError extends CodedError {
  constructor({ input, memoryMb }: { input: string; memoryMb: number }) {
    super('EXTRACTION_MEMORY', `Extracting ${input} needed more than ${memoryMb} MiB and was stopped.`, {
      hint: 'Raise ingest.memory_mb in .datacore/settings.yaml if the input is worth it.',
      details: { input, memoryMb, transient: false },
    })
  }
}

/** The process of an extraction ended by itself. */
export class ExtractionCrashedError extends CodedError {
  constructor({ input, how, cause }: { input: string; how: string; cause?: unknown }) {
    super('EXTRACTION_CRASHED', `The process that extracted ${input} ended with ${how}.`, {
      hint: 'The input is probably broken; leave it out, or report it with the file.',
      details: { input, how, transient: false },
      cause,
    })
  }
}
