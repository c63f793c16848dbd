import { type Command } from '@commander-js/extra-typings'
import { spaceError } from '@datacortex/space/errors'
import { oneText, writing } from './command-shape.ts'
import { choice, collected, fraction, hops, listed, wholeNumber } from './option-values.ts'
import type { Run } from './run-command.ts'

/** `index`, `remember`, `ingest`, `search`, `undo`: notes and what sessions learned. */
export function addNoteCommands(program: Command, run: Run): void {
  addRemembering(program, run)

  writing(program, 'index', '--watch')
    .description('bring the index of the notes in step with the files')
    .option('--watch', 'go on with each change, until Ctrl-C')
    .option('--full', 'read and embed everything anew')
    .option('--yes', 'do not ask when many notes are gone: remove them from the index')
    .action((o) => run(o, import('../commands/index-notes.ts'), (m, c) => m.indexNotes(c, o)))

  writing(program, 'ingest', '~/Downloads/papers https://example.org/article')
    .argument('<inputs...>', 'files, folders, addresses, or - for content on stdin')
    .description('turn content into literature notes, zettels, tasks and tags')
    .option('--space <space>', 'the space that the notes go to', '0-personal')
    .option('--name <name>', 'what content from stdin is called')
    .option('--concurrency <n>', 'inputs at the same time; as many as there are cores', wholeNumber)
    .option('--companions', 'keep the text of binary files and pages of the space beside them, as FILE.md')
    .option('--no-index', 'leave the index as it is')
    .action((inputs, o) => run(o, import('../commands/ingest.ts'), (m, c) => m.ingest(c, { ...o, inputs })))

  writing(program, 'search', 'feeding a bread culture --expand 1')
    .argument('[query...]', 'what you want to know, in your own words')
    .description('search notes and session memories by meaning, by words and along links; without a query, list notes')
    .option('--top <n>', 'how many at the most', wholeNumber, 5)
    .option('--type <type>', 'only this type: note, zettel, literature, journal, org, session-memory, …')
    .option('--tag <tags>', 'only notes with all of these, comma-separated, or with tags below them: TAG/part', listed)
    .option('--expand <hops>', 'follow links and shared tags so many steps from the matches', hops, 0)
    .option('--space <space>', 'only this space, such as 0-personal')
    .addOption(choice('--sources <where>', 'where to search', ['local', 'web', 'all']).default('local' as const))
    .option('--source <ids>', 'ask only these of `source list`, comma-separated', listed)
    .option('--folder <folder>', 'only what lies in this folder or below')
    .option('--min-score <score>', 'leave out hits below, 0–1; a real hit has 0.5 or more', fraction, 0)
    .option('--save <n>', 'keep this result of the web as a zettel', wholeNumber)
    .option('--queries <file>', 'one query a line (- for stdin); answers as JSON lines, in order')
    .action((query, o) =>
      run(o, import('../commands/search.ts'), (m, c) => m.search(c, { ...o, query: oneText(query) })),
    )

  writing(program, 'undo', 'ingest-2026-01-31-407316552 --dry-run')
    .argument('[run]', 'as the command that wrote named it; without it, the last ones are listed')
    .description('take back what a command wrote; what was changed since stays')
    .option('--no-index', 'do not bring the index in step afterwards')
    .action((name, o) => run(o, import('../commands/undo.ts'), (m, c) => m.undo(c, { ...o, run: name })))
}

/** `embed`, as DIP-0021 names it, and `remember`: one text as knowledge. */
function addRemembering(program: Command, run: Run): void {
  for (const [name, usage] of [
    ['remember', 'SPVs allow fractional ownership. --tags rwa'],
    ['embed', '--text "SPVs allow fractional ownership." --type session-memory --tags rwa'],
  ] as const)
    writing(program, name, usage)
      .argument('[text...]', 'the text')
      .description('store one text as knowledge, such as what a session learned')
      .option('--text <text>', 'the text, if it does not stand behind the command')
      .option('--type <type>', 'what it is', 'session-memory')
      .option('--source <source>', 'the execution or the file of the space that it comes from')
      .option('--topic <topic>', 'what it is about: the file of an agent with an identity, else the first tag')
      .option('--tags <tags>', 'comma-separated', collected)
      .option('--agent <id>', 'the agent that learned it')
      .option('--supersedes <id>', 'the memory that it replaces')
      .option('--supersede', 'it replaces what it contradicts, of an agent with an identity')
      .option('--log-only', 'into the log only, of an agent with an identity; reflect looks at it')
      .option('--space <space>', 'the space it belongs to, such as 1-acme')
      .addOption(
        choice('--visibility <who>', 'who may recall it, of an agent with an identity', [
          'private',
          'shared',
          'public',
        ]),
      )
      .action((words, o) =>
        run(o, import('../commands/embed.ts'), (m, c) => m.embed(c, { ...o, text: onlyText(words, o) })),
      )
}

/** The text is what stands behind the command or in its option. */
function onlyText(words: readonly string[], { text }: { readonly text?: string | undefined }): string {
  const behind = oneText(words)
  if ((text === undefined) !== (behind === undefined)) return text ?? behind ?? ''
  throw spaceError('CLI_USAGE', {
    message: 'Give one text, behind the command or in --text.',
    hint: 'datacortex remember what is to be kept in mind',
  })
}
