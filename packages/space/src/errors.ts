import { pathToFileURL } from 'node:url'
import { CodedError, errorsOf } from '@datacortex/errors'
import type { Issue, NothingImported, Restricted, Verdict, VerdictOnRun } from './error-details.ts'

const importSome = 'datacortex import PATH   (a file or folder with agents, such as ~/.claude/agents)'

export const spaceError = errorsOf({
  CLI_USAGE: {
    message: ({ message }: { message: string; hint: string }) => message,
    hint: ({ hint }) => hint,
    details: () => ({}),
  },
  CLI_TASK_EMPTY: {
    message: 'The task is empty.',
    hint: ({ command }: { command: string }) => `datacortex ${command} "what you want done"`,
    details: () => ({}),
  },
  CLI_TASK_WORDLESS: {
    message: ({ task }: { task: string }) =>
      `The task ${JSON.stringify(task)} has no words beside its tags, and --confirm remembers tasks by their words. Nothing was remembered.`,
    hint: 'datacortex route "what you want done" --confirm ID; tags stand in `triggers.tags` of an agent.',
    details: () => ({}),
  },
  SPACE_SYNC_UNSET: {
    message: ({ what }: { what: string }) => `Nobody said where the machines of this space meet: ${what}.`,
    hint: 'Write sync.server and the secret with its token, or sync.git with a branch of origin, into settings.local.yaml.',
  },
  SPACE_SYNC_REFUSED: {
    message: ({ place, reason }: { place: string; reason: string }) =>
      `${place} did not take the executions: ${reason}`,
    hint: 'Nothing is lost: the next push brings what is missing.',
  },
  SPACE_RUNNER_TAKEN: {
    message: ({ name }: { name: string }) =>
      `The settings have another runner ${JSON.stringify(name)}. Nothing was written.`,
    hint: 'Give this one a name of its own (--as NAME), or take the other out of the settings.',
  },
  SPACE_SOURCE_FILE: {
    message: ({ file, reason }: { file: string; reason: string }) => `No source can be read from ${file}: ${reason}`,
    hint: 'Name a file such as .mcp.json, .claude/settings.json, or an OpenAPI description.',
  },
  SPACE_RUNNER_NOT_APPROVED: {
    message: ({ name }: { name: string }) => `You said no to the command of the runner ${name}. Nothing was run.`,
    hint: ({ name }) => `datacortex trust allow runners.${name}, once you agree`,
  },
  SPACE_SECRET_KEY_REFUSED: {
    message: ({ name }: { name: string }) =>
      `What ${name} was given holds a secret key of Nostr (nsec1…). Nothing was done, and the key is not repeated.`,
    hint: 'Take it in where nobody sees it: datacortex keystore import --kind nostr. If others saw it, make a new one.',
  },
  SPACE_DISCOVERY_REFUSED: {
    message: ({ caller }: { caller: string }) =>
      `Only the default agent can search for agents elsewhere, and ${caller} is not it.`,
    hint: 'The user of this machine looks, or says which agent may: datacortex agent default ID',
  },
  SPACE_NOSTR_PROJECT_UNKNOWN: {
    message: ({ project, relays }: { project: string; relays: number }) =>
      `The project ${project} was found on none of ${relays} relays, or they did not answer. Nothing was signed.`,
    hint: 'Check its name, or name a relay that has it with --relay.',
  },
  SPACE_NOSTR_PROJECT_OTHERS: {
    message: ({ project, npub }: { project: string; npub: string }) =>
      `The project ${project} is not that of the key ${npub}, and only its owner can sign it.`,
    hint: 'Choose the key of its owner with --key; `datacortex keystore list` shows what there is.',
  },
  SPACE_NOSTR_AGENT_UNKNOWN: {
    message: ({ agent, relays }: { agent: string; relays: number }) =>
      `${agent} is no agent definition on any of ${relays} relays. Nothing was signed.`,
    hint: 'datacortex nostr find "what it should be able to do" shows what there is.',
  },
  CLI_QUERY_EMPTY: {
    message: 'The query has no text.',
    hint: 'datacortex search "what you want to know"',
  },
  CLI_FOLDER_TAKEN: {
    message: ({ path }: { path: string }) => `${path} is there already. Nothing was changed.`,
    hint: 'Choose another name, or another folder with --out.',
  },
  CLI_NOTE_UNKNOWN: {
    message: ({ name }: { name: string; candidates: readonly string[]; below?: readonly string[] }) =>
      `There is no note ${JSON.stringify(name)} here.`,
    hint: ({ name, candidates, below = [] }) => {
      const inFolder = `It is a folder with ${below.length} of them: name one at a time, such as ${below[0]}.`
      const similar = candidates.length === 0 ? '' : `Similar: ${candidates.slice(0, 3).join(', ')}.`
      return below.length > 0 ? inFolder : similar || `datacortex search ${JSON.stringify(name)}`
    },
    details: ({ name, candidates }) => ({ name, candidates }),
  },
  CLI_NOTE_AMBIGUOUS: {
    message: ({ name, candidates }: { name: string; candidates: readonly string[] }) =>
      `Several notes are called ${JSON.stringify(name)}: ${candidates.join(', ')}.`,
    hint: 'Name the one that is meant by its path.',
  },
  CLI_NOTE_TAKEN: {
    message: ({ path }: { path: string; hint?: string | undefined }) =>
      `${path} is there already. Nothing was written.`,
    hint: ({ hint = 'Choose another title or --folder, or add to it: datacortex note append.' }) => hint,
    details: ({ path }) => ({ path }),
  },
  CLI_HEADING_UNKNOWN: {
    message: ({ path, heading }: { path: string; heading: string }) =>
      `${path} has no ${heading.startsWith('^') ? 'block' : 'heading'} ${JSON.stringify(heading)}.`,
    hint: ({ path }) => `datacortex note show ${JSON.stringify(path)}`,
  },
  CLI_PASSAGE_UNKNOWN: {
    message: ({ path, old }: { path: string; old: string }) =>
      `${path} has no ${JSON.stringify(old.length > 80 ? `${old.slice(0, 79)}…` : old)}. Nothing was written.`,
    hint: 'Give it as it stands there, line ends and all: datacortex note show.',
    details: ({ path }) => ({ path }),
  },
  CLI_PASSAGE_AMBIGUOUS: {
    message: ({ path, count }: { path: string; count: number; lines: readonly number[] }) =>
      `It stands in ${path} ${count} times. Nothing was written.`,
    hint: ({ count, lines }) =>
      `Give more of what is around it; it begins in lines ${lines.join(', ')}${count > lines.length ? ', …' : ''}.`,
  },
  CLI_ANSWER_NEEDED: {
    message: ({ question }: { question: string }) => `${question} No terminal is there to answer. Nothing was changed.`,
    hint: 'Run it again with --yes if you agree.',
    details: () => ({}),
  },
  CLI_WRITER_UNAVAILABLE: {
    message: ({ name, reason }: { name: string; reason: string }) => `The writer ${name} can't be used: ${reason}.`,
    hint: 'Correct `writer` in .datacore/settings.yaml, or take it out: everything works without one.',
  },
  CLI_SOURCE_UNAVAILABLE: {
    message: ({ source, reason }: { source: string; reason: string }) =>
      `The source ${source} can't be asked: ${reason}.`,
    hint: 'Install its module, or take the source out of .datacore/registry/sources.yaml.',
    details: ({ source, reason }) => ({ source, reason, transient: false }),
  },
  CLI_SOURCE_UNKNOWN: {
    message: ({ source }: { source: string }) => `There is no source ${JSON.stringify(source)}.`,
    hint: 'datacortex source list',
  },
  CLI_AGENT_OF_MODULE: {
    message: ({ id, module }: { id: string; module: string; origin: 'bundled' | 'installed' | 'npm' }) =>
      `The agent ${id} comes with the module ${module}. Nothing was removed.`,
    hint: ({ module, origin }) =>
      ({
        bundled: 'It is part of datacortex and stays; an entry of your own with its id takes its place.',
        installed: `Remove the module: datacortex module remove ${module}`,
        npm: `Remove the package from the space: npm uninstall ${module}`,
      })[origin],
    details: ({ id, module }) => ({ id, module }),
  },
  CLI_INTERRUPTED: {
    message: ({ done }: { hint: string; done?: string | undefined; instead?: CodedError | undefined }) =>
      done === undefined ? 'Interrupted.' : `Interrupted: ${done}.`,
    hint: ({ hint }) => hint,
    details: ({ done, instead }) => ({ done, instead }),
  },
  CLI_VERDICT_OF_AGENT: {
    message: ({ agent, ...on }: Verdict & { agent: string }) =>
      `This runs in a run of ${agent}, and ${'execution' in on ? "feedback is a person's verdict" : 'only a person teaches routing whose a task is'}.`,
    hint: (verdict) =>
      'execution' in verdict
        ? hintForFeedback(verdict)
        : 'Ask for the agent without --confirm and --forget, or hand the task over: datacortex run ID TASK',
  },
  CLI_SOURCES_UNREADABLE: {
    message: ({ reason }: { reason: string }) => `Nobody was asked: ${reason}`,
    hint: 'Correct .datacore/registry/sources.yaml, or move it away to start from the built-in sources.',
  },
  CLI_MEMORY_OF_OTHERS: {
    message: ({ agent, id }: { agent: string; id: string }) =>
      `${agent} can't do that with ${id}. Nothing was changed.`,
    hint: 'An agent retracts what it remembered itself, and confirms nothing: a person does.',
  },
  SPACE_INPUT_INVALID: {
    message: ({ name, issues }: { name: string; command: string; issues: readonly Issue[] }) => {
      const said = issues
        .slice(0, 3)
        .map(({ path, message }) => `${path.map(String).join('.') || 'it'}: ${message.replace(/\.$/, '')}`)
      return `The input of ${name} is not understood: ${said.join('; ')}. Nothing was done.`
    },
    hint: ({ command }) => `datacortex help ${command}`,
    details: ({ name }) => ({ name }),
  },
  SPACE_RIGHT_MISSING: {
    message: ({ name, right }: { name: string; right: string; caller: 'agent' | 'client' | 'night' }) =>
      `${name} needs the right ${JSON.stringify(right)}. Nothing was done.`,
    hint: ({ caller }) =>
      caller === 'client'
        ? 'Ask the keeper of this space for a token with this right.'
        : "What is the user's to decide waits for the user.",
  },
  SPACE_TLS_INVALID: {
    message: ({ problem }: { problem: string }) => `TLS can't be spoken: ${problem}. Nothing listens.`,
    hint: 'Name both files, in PEM: --tls-cert FILE --tls-key FILE, or `serve.tls_cert` and `serve.tls_key` in the settings.',
  },
  SPACE_SHARED_REFUSED: {
    message: ({ address, reason }: { address: string; reason: string }) =>
      `${address} does not give or take what agents share: ${reason}.`,
    hint: 'ACAS_SHARED_URL is the address of a `datacortex serve`, and ACAS_SHARED_TOKEN a token of it with the rights read and write.',
  },
  SPACE_TOKEN_TAKEN: {
    message: ({ name }: { name: string }) => `There is a token ${name} already. Nothing was changed.`,
    hint: ({ name }) => `Choose another name, or take the old one back first: datacortex token remove ${name}`,
  },
  SPACE_TOKEN_UNKNOWN: {
    message: ({ name }: { name: string }) => `This space has no token ${JSON.stringify(name)}. Nothing was changed.`,
    hint: 'datacortex token list',
  },
  SPACE_RESTRICTED: {
    message: ({ root, name, reason, former, wants }: Restricted) => {
      const not = name === undefined ? '' : ` ${name} was not done.`
      if (reason === 'changed') return `This space wants what you have not allowed: ${wants.join(', ')}.${not}`
      const why =
        reason === 'copied' ? `it is another folder than ${former}, which you trust` : 'you have not trusted it'
      const what = wants.length === 0 ? '' : ` It wants ${wants.join(', ')}.`
      return `The space ${root} is restricted, since ${why}: it can be read, and nothing in it takes effect.${what}${not}`
    },
    hint: ({ word }) => `datacortex trust show --root ${word}, and if you agree: datacortex trust allow ${word}`,
    details: ({ root, name, reason, wants }) => ({ root, name, reason, wants }),
  },
  SPACE_NOTE_CHANGED: {
    message: ({ path }: { path: string }) => `${path} was changed since it was read. Nothing was written.`,
    hint: 'Read it again, and change what it says now.',
    details: ({ path }) => ({ path }),
  },
  SPACE_ATTACHMENT_REFUSED: {
    message: ({ path, reason }: { path: string; reason: string }) => `${path} is not shown: ${reason}.`,
    hint: 'Shown are files below the folder of the space that a note links to or embeds, and that no rule leaves out.',
    details: ({ path, reason }) => ({ path, reason }),
  },
  SPACE_NESTED: {
    message: ({ root, above }: { root: string; above: string; command: string }) =>
      `${root} lies in the space ${above}. Nothing was made.`,
    hint: ({ above, command }) => `Commands use ${above} there. For a space of its own: ${command}`,
  },
  CLI_NOTHING_IMPORTED: {
    message: ({ skipped, empty }: NothingImported) => {
      const seen = empty.map(({ path, seen }) => `${path}: ${seen}`)
      const lost = skipped.filter(({ path, kind }) => kind === undefined && !empty.some((place) => place.path === path))
      const all = [...seen, ...lost.map(({ path, reason }) => `${path}: ${reason}`)]
      const more = all.length > 4 ? [`${all.length - 4} more`] : []
      return `Nothing was imported: ${[...all.slice(0, 4), ...more].join('; ')}.`
    },
    hint: importSome,
    details: () => ({}),
  },
  CLI_NO_AGENTS_HERE: {
    message: ({ root }: { root: string; home: readonly string[] }) =>
      `In ${root} there is none of the folders that usually hold agents.`,
    hint: ({ home }) => (home.length > 0 ? `datacortex import ${home.join(' ')}` : importSome),
    details: () => ({}),
  },
  CLI_PROGRAM_REPLACED: {
    message: 'datacortex was updated or built anew while this ran, and a part of it is gone.',
    hint: 'Start it again; what it had written until then is there.',
  },
  CLI_PART_MISSING: {
    message: ({ part }: { part: string }) => `The installation of datacortex is not whole: ${part} is missing.`,
    hint: 'npm install --global datacortex   (in a checkout: pnpm install)',
  },
})

/** Nobody judges a run of its own, so an agent is not sent to `evaluate` for one. */
function hintForFeedback({ agent, execution, isOwn }: { readonly agent: string } & VerdictOnRun): string {
  return isOwn
    ? `${agent} ran it itself, so it can't judge it: a person does, outside of its run, by \`datacortex feedback ${execution} VERDICT\`, or another agent in a run of its own.`
    : `An agent says what it thinks of a run of another one by: datacortex evaluate ${execution} --by ${agent} …`
}

/**
 * What it means that code of the program can't be loaded: it was replaced, or was not installed whole.
 * @param home - URL of the folder that the program lies in. What is missing elsewhere is no part of it.
 * @example throw programGap(error, home) ?? error
 */
export function programGap(thrown: unknown, home: string): CodedError | undefined {
  if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_MODULE_NOT_FOUND')) return undefined
  if ('url' in thrown && String(thrown.url).startsWith(home))
    return spaceError('CLI_PROGRAM_REPLACED', {}, { cause: thrown })
  const [, part = '', by = ''] = /^Cannot find package '([^']+)' imported from (.+)/.exec(thrown.message) ?? []
  const isOwn = by !== '' && pathToFileURL(by).href.startsWith(home)
  return isOwn ? spaceError('CLI_PART_MISSING', { part }, { cause: thrown }) : undefined
}

/**
 * Whether an error says itself how to go on after an interruption.
 * @example if (!signal.aborted || saysHowToGoOn(error)) throw error
 */
export function saysHowToGoOn(error: unknown): error is CodedError {
  return CodedError.is(error, 'CLI_INTERRUPTED') || CodedError.is(error, 'EXPORT_INTERRUPTED')
}
