import type { Command } from '@commander-js/extra-typings'
import { group, leaf, writing } from './command-shape.ts'
import { collected, listed, noteHere, wholeNumber } from './option-values.ts'
import type { Run } from './run-command.ts'

const commands = async () => await import('../commands/notes.ts')

export function addSingleNoteCommands(program: Command, run: Run): void {
  const note = group(program, 'note', 'show "Spring tides"')
  note.description('read, follow, write, move and remove single notes')

  leaf(note, 'show', '"Spring tides" "Slack water#Uses"')
    .argument('<notes...>', 'paths, titles, aliases or links such as "Tides#Causes"')
    .description('show notes, or their sections')
    .option('--from <line>', 'the first line', wholeNumber)
    .option('--lines <n>', 'how many lines of each at the most', wholeNumber)
    .action((notes, o) => run(o, commands(), (m, c) => m.noteShow(c, { ...o, notes: notes.map(noteHere) })))

  leaf(note, 'links', '"Spring tides"')
    .argument('<note>', 'path, title or alias', noteHere)
    .description('show where a note leads, what leads to it, and its links to no note')
    .option('--mentions', 'also notes that name it and do not link to it')
    .action((note, o) => run(o, commands(), (m, c) => m.noteLinks(c, { ...o, note })))

  leaf(note, 'recent', '--since 7d')
    .alias('list')
    .description('list notes, the ones that changed last first')
    .option('--top <n>', 'how many at the most', wholeNumber, 20)
    .option('--type <type>', 'only this type: note, zettel, literature, journal, org, canvas, base, …')
    .option('--tag <tags>', 'only notes with all of these, comma-separated', listed)
    .option('--folder <folder>', 'only what lies in it or below')
    .option('--space <space>', 'only this space, such as 0-personal')
    .option('--since <time>', 'a date, a time, or a span before now such as 7d')
    .action(({ tag: tags, ...o }) => run(o, commands(), (m, c) => m.noteRecent(c, { ...o, tags })))

  leaf(note, 'tags', '--folder sea')
    .description('list the tags of notes, the most frequent first')
    .option('--top <n>', 'how many at the most', wholeNumber)
    .option('--folder <folder>', 'only those of notes in it or below')
    .action((o) => run(o, commands(), (m, c) => m.noteTags(c, o)))

  writing(note, 'new', '"Neap tides" --text "See [[Spring tides]]." --tags sea')
    .argument('<title>', 'also the name of its file')
    .description('write a note; one that is there is never changed')
    .requiredOption('--text <text>', 'Markdown, or - for stdin')
    .option('--folder <folder>', 'where, relative to the root of the space; the root if left out')
    .option('--tags <tags>', 'comma-separated', collected)
    .option('--type <type>', 'such as zettel')
    .option('--no-index', 'do not bring the index in step afterwards')
    .action((title, o) => run(o, commands(), (m, c) => m.noteNew(c, { ...o, title })))

  writing(note, 'daily', '2026-01-31')
    .argument('[day]', 'as YYYY-MM-DD; today if left out')
    .description('make the note of a day from the template of the vault; one that is there stays')
    .option('--no-index', 'do not bring the index in step afterwards')
    .action((day, o) => run(o, commands(), (m, c) => m.noteDaily(c, { ...o, day })))

  writing(note, 'append', '"Neap tides" --text "They are a week apart."')
    .argument('<note>', 'path, title or alias, or a section such as "Tides#Causes"', noteHere)
    .description('add to the end of a note, or of a section of it')
    .requiredOption('--text <text>', 'Markdown, or - for stdin')
    .option('--no-index', 'do not bring the index in step afterwards')
    .action((note, o) => run(o, commands(), (m, c) => m.noteAppend(c, { ...o, note })))

  writing(note, 'edit', '"Neap tides" --old "a week" --text "seven days"')
    .argument('<note>', 'path, title or alias, or a section such as "Tides#Causes"', noteHere)
    .description('replace a passage of a note, or what stands in a section of it')
    .option('--old <text>', 'what is replaced, as it stands there; all of the section if left out')
    .requiredOption('--text <text>', 'Markdown, or - for stdin; blank takes --old away')
    .option('--expected <sha256>', 'only if the note is still as `note show --json` gave it; without --old: all of it')
    .option('--no-index', 'do not bring the index in step afterwards')
    .action((note, o) => run(o, commands(), (m, c) => m.noteEdit(c, { ...o, note })))

  writing(note, 'remove', '"Neap tides"')
    .argument('<note>', 'path, title or alias', noteHere)
    .description('remove a note, and say which notes lead to it')
    .option('--no-index', 'do not bring the index in step afterwards')
    .action((note, o) => run(o, commands(), (m, c) => m.noteRemove(c, { ...o, note })))

  writing(note, 'rename-heading', '"Neap tides#Causes" Reasons')
    .argument('<note>', 'the note with the heading, such as "Tides#Causes"', noteHere)
    .argument('<to>', 'what the heading says afterwards')
    .description('rename a heading; links to it follow')
    .option('--no-index', 'do not bring the index in step afterwards')
    .action((note, to, o) => run(o, commands(), (m, c) => m.noteRenameHeading(c, { ...o, note, to })))

  writing(note, 'move', '"Neap tides" sea/')
    .argument('<note>', 'path, title or alias', noteHere)
    .argument('<to>', 'path of its new file, or a folder; relative to the root of the space')
    .description('move or rename a note; links to it and from it lead where they led')
    .option('--no-index', 'do not bring the index in step afterwards')
    .action((note, to, o) => run(o, commands(), (m, c) => m.noteMove(c, { ...o, note, to })))
}
