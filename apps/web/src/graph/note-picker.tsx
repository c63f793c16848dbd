import { type ReactNode, useEffect, useId, useState } from 'react'
import type { NoteGraph } from './shown-graph.ts'

type NotePickerProps = {
  readonly label: string
  readonly notes: NoteGraph['notes']
  readonly value?: string | undefined
  readonly onChoose: (path: string | undefined) => void
}

/** Chooses a note of a graph by its title or path. */
export function NotePicker({ label, notes, value = '', onChoose }: NotePickerProps): ReactNode {
  const id = useId()
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const wanted = typed.trim().toLowerCase()
  const fitting =
    wanted === '' ? [] : notes.filter((one) => `${one.title} ${one.path}`.toLowerCase().includes(wanted)).slice(0, 20)
  const type = (text: string): void => {
    setTyped(text)
    if (text === '' || notes.some(({ path }) => path === text)) onChoose(text === '' ? undefined : text)
  }
  const take = (): void => {
    if (typed !== value && fitting[0] !== undefined) onChoose(fitting[0].path)
  }
  return (
    <label>
      {label}
      <input
        type="search"
        value={typed}
        list={id}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && take()}
      />
      <datalist id={id}>
        {fitting.map(({ path, title }) => (
          <option key={path} value={path}>
            {title}
          </option>
        ))}
      </datalist>
    </label>
  )
}
