import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { ApiError } from '../api/call.ts'
import { texts } from '../texts.ts'

/** The heading of a page, which is also the title of the window. */
export function Title({ children, about }: { children: string; about?: ReactNode }): ReactNode {
  useEffect(() => {
    document.title = `${children} · ${texts.product}`
  }, [children])
  return (
    <header className="title">
      <h1 dir="auto">{children}</h1>
      {about}
    </header>
  )
}

/** A part of a page with its heading. */
export function Section({ title, children, ...rest }: { title: string } & ComponentProps<'section'>): ReactNode {
  return (
    <section {...rest}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** A button with a text, which sends no form unless its type says so. */
export function Button({ text, ...rest }: { readonly text: ReactNode } & ComponentProps<'button'>): ReactNode {
  return (
    <button type="button" {...rest}>
      {text}
    </button>
  )
}

/** What went wrong, with its code and what to do about it. */
export function Problem({ error, retry }: { error: unknown; retry?: () => void }): ReactNode {
  const { message } = error instanceof Error ? error : new Error(String(error))
  return (
    <div className="problem" role="alert">
      <p>
        <strong>{texts.problem}.</strong> {message}
      </p>
      {error instanceof ApiError && (
        <p>
          {error.hint} <code>{error.code}</code>
        </p>
      )}
      {retry !== undefined && <Button text={texts.again} onClick={retry} />}
    </div>
  )
}

type AnswerState<Data> = {
  readonly data: Data | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

type AnsweredProps<Data> = { answer: AnswerState<Data>; children: (data: Data) => ReactNode }

/** Shows an answer once it is there, else that it is waited for, or why there is none. */
export function Answered<Data>({ answer, children }: AnsweredProps<Data>): ReactNode {
  if (answer.data !== undefined) return children(answer.data)
  if (answer.error !== null) return <Problem error={answer.error} retry={() => void answer.refetch()} />
  return <p role="status">{texts.loading}</p>
}

/** That there is nothing, and the first step to something. */
export function Empty({ text, hint, command }: { text: string; hint: string; command?: string }): ReactNode {
  return (
    <div className="empty">
      <p>{text}</p>
      <p>{hint}</p>
      {command !== undefined && <Command>{command}</Command>}
    </div>
  )
}

export function Command({ children }: { children: string }): ReactNode {
  return (
    <pre tabIndex={0}>
      <code>{children}</code>
    </pre>
  )
}

/** Texts of whatever language, each once. */
export function TextList({ lines }: { lines: readonly string[] }): ReactNode {
  return (
    <ul>
      {[...new Set(lines)].map((one) => (
        <li key={one} dir="auto">
          {one}
        </li>
      ))}
    </ul>
  )
}

export function Tags({ tags }: { tags: readonly string[] }): ReactNode {
  return tags.length === 0 ? null : (
    <ul className="tags">
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  )
}

/** How long ago, and on hover exactly when. */
export function Ago({ at }: { at: string }): ReactNode {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return at
  const seconds = (date.getTime() - Date.now()) / 1000
  const [unit, size] = units.find(([, least]) => Math.abs(seconds) >= least) ?? (['second', 1] as const)
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString('en')}>
      {words.format(Math.round(seconds / size), unit)}
    </time>
  )
}

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const
