import { useNavigate, useSearch } from '@tanstack/react-router'
import type { OutputOf } from '@datacortex/space'
import { type ReactNode, useMemo, useState } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { Field } from '../frame/form.tsx'
import { NoteLink } from '../frame/links.tsx'
import { Ago, Answered, Empty, Title } from '../frame/pieces.tsx'
import { LongList } from '../frame/long-list.tsx'
import { notesTexts as said } from '../texts/notes.ts'
import { NewNote } from './new-note.tsx'

/** All notes by folder and tag, those that changed last first. */
export function NotesPage(): ReactNode {
  const answer = useAnswer('notes.recent', { top: 100_000 })
  return (
    <>
      <Title>{said.title}</Title>
      <NewNote />
      <Answered answer={answer}>
        {({ notes }) =>
          notes.length === 0 ? (
            <Empty text={said.empty} hint={said.emptyHint} command={said.emptyCommand} />
          ) : (
            <Notes notes={notes} />
          )
        }
      </Answered>
    </>
  )
}

function Notes({ notes }: Pick<OutputOf<'notes.recent'>, 'notes'>): ReactNode {
  const { folder, tag } = useSearch({ from: '/notes' })
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const folders = useMemo(() => foldersOf(notes.map(({ path }) => path)), [notes])
  const tags = useMemo(() => [...new Set(notes.flatMap((one) => one.tags))].toSorted(), [notes])
  const wanted = words.toLowerCase()
  const shown = notes.filter(
    (one) =>
      (folder === undefined || one.path.startsWith(`${folder}/`)) &&
      (tag === undefined || one.tags.includes(tag)) &&
      `${one.title} ${one.path}`.toLowerCase().includes(wanted),
  )
  const choose = (name: 'folder' | 'tag', value: string): void =>
    void navigate({ to: '/notes', search: { folder, tag, [name]: value === '' ? undefined : value } })
  return (
    <>
      <div className="filters">
        <Field label={said.filter} type="search" value={words} onChange={(event) => setWords(event.target.value)} />
        <label>
          {said.folders}
          <select value={folder ?? ''} onChange={(event) => choose('folder', event.target.value)}>
            <option value="">{said.all}</option>
            {folders.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label>
          {said.tags}
          <select value={tag ?? ''} onChange={(event) => choose('tag', event.target.value)}>
            <option value="" />
            {tags.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      </div>
      <p className="soft" role="status">
        {shown.length === 0 ? said.noMatch : said.count(shown.length)}
      </p>
      <LongList items={shown} label={said.title} keyOf={({ path }) => path}>
        {({ path, title, modified }) => (
          <>
            <NoteLink path={path} text={title} />
            <div className="soft cut">
              <span dir="auto">{path}</span> · <Ago at={modified} />
            </div>
          </>
        )}
      </LongList>
    </>
  )
}

/** Every folder above a note, in order. */
function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>()
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (folders.has(path.slice(0, end))) break
      folders.add(path.slice(0, end))
    }
  return [...folders].toSorted()
}
