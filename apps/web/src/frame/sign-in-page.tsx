import { type ReactNode, useState } from 'react'
import { type Session, signInWith } from '../api/session.ts'
import { texts } from '../texts.ts'
import { type FieldOf, Field, Form } from './form.tsx'
import { Command, Title } from './pieces.tsx'

/** For who is not signed in: how that is done. The address stays, and is shown afterwards. */
export function SignInPage({ onSession }: { readonly onSession: (session: Session) => void }): ReactNode {
  const [isRefused, setRefused] = useState(false)
  const signIn = async (fieldOf: FieldOf): Promise<void> => {
    const session = await signInWith(fieldOf('token').trim())
    setRefused(session === undefined)
    if (session !== undefined) onSession(session)
  }
  return (
    <main className="narrow">
      <Title>{texts.signIn.title}</Title>
      <p>{texts.signIn.text}</p>
      <Command>{texts.signIn.command}</Command>
      <Form onSend={(fieldOf) => void signIn(fieldOf)}>
        <Field
          label={texts.signIn.tokenText}
          name="token"
          type="password"
          autoComplete="off"
          aria-label={texts.signIn.token}
          required
        />
        <button type="submit">{texts.signIn.submit}</button>
      </Form>
      {isRefused && <p role="alert">{texts.signIn.refused}</p>}
    </main>
  )
}
