import type { ComponentProps, FormEvent, ReactNode } from 'react'

/** What stands in a field of a form, by its name; empty if it is no text. */
export type FieldOf = (name: string) => string

type FormProps = { readonly onSend: (fieldOf: FieldOf, form: HTMLFormElement) => void } & ComponentProps<'form'>

/** A form that the page reads by itself: nothing is sent. */
export function Form({ onSend, ...rest }: FormProps): ReactNode {
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    onSend((name) => {
      const value = data.get(name)
      return typeof value === 'string' ? value : ''
    }, form)
  }
  return <form {...rest} onSubmit={send} />
}

type FieldProps = { readonly label: string; readonly isBroad?: boolean } & ComponentProps<'input'>

/** A field of one line, called by its label. */
export function Field({ label, isBroad = false, ...rest }: FieldProps): ReactNode {
  return (
    <label className={isBroad ? 'broad' : undefined}>
      {label}
      <input {...rest} />
    </label>
  )
}
