import { CodedError } from '@datacortex/errors'
import type { ImportReport } from '@datacortex/registry'

/** Nothing could be read of any path that was named for an import. */
export class NothingImportedError extends CodedError {
  constructor({ skipped }: Pick<ImportReport, 'skipped'>) {
    const told = skipped.slice(0, 3).map(({ path, reason }) => `${path}: ${reason}`)
    const more = skipped.length > told.length ? [`${skipped.length - told.length} more`] : []
    super('CLI_NOTHING_IMPORTED', `Nothing was imported: ${[...told, ...more].join('; ')}.`, {
      hint: 'datacortex agent import PATH   (a file or folder with agents, such as ~/.claude/agents)',
    })
  }
}

/** `agent import` was given no path, and no agents lie where they usually do. */
export class NoAgentsHereError extends CodedError {
  constructor({ root, home }: { readonly root: string; readonly home: readonly string[] }) {
    super('CLI_NO_AGENTS_HERE', `In ${root} there is none of the folders that usually hold agents.`, {
      hint:
        home.length > 0
          ? `datacortex agent import ${home.join(' ')}`
          : 'datacortex agent import PATH   (a file or folder with agents, such as ~/.claude/agents)',
    })
  }
}

/** The program loads parts of itself late, and they are gone when it was updated or built anew meanwhile. */
export class ProgramReplacedError extends CodedError {
  constructor({ cause }: { cause: unknown }) {
    super('CLI_PROGRAM_REPLACED', 'datacortex was updated or built anew while this ran, and a part of it is gone.', {
      hint: 'Run the command again; what it had written until then is there.',
      cause,
    })
  }
}
