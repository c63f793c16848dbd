import { type FormEvent, type ReactNode, useState } from 'react'
import { type Session, signInWith } from '../api/session.ts'
import { texts } from '../texts.ts'
import { Command, Title } from './pieces.tsx'

/** For who is not signed in: how that is done. The address stays, and is shown afterwards. */
export function SignInPage({ onSession }: { readonly onSession: (session: Session) => void }): ReactNode {
  const [isRefused, setRefused] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const token = new FormData(event.currentTarget).get('token')
    const session = await signInWith(typeof token === 'string' ? token.trim() : null)
    setRefused(session === undefined)
    if (session !== undefined) onSession(session)
  }
  return (
    <main className="narrow">
      <Title>{texts.signIn.title}</Title>
      <p>{texts.signIn.text}</p>
      <Command>{texts.signIn.command}</Command>
      <form onSubmit={(event) => void submit(event)}>
        <label>
          {texts.signIn.tokenText}
          <input name="token" type="password" autoComplete="off" aria-label={texts.signIn.token} required />
        </label>
        <button type="submit">{texts.signIn.submit}</button>
      </form>
      {isRefused && <p role="alert">{texts.signIn.refused}</p>}
    </main>
  )
}
