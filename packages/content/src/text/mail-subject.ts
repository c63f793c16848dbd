import { oneLine } from './one-line.ts'

/**
 * What a mail is about, by the subject among the fields that it begins with; undefined of other texts.
 * @example mailSubject('From: Ann\nSubject: Re: Roof\n\nHello') // 'Roof'
 * @see https://www.rfc-editor.org/rfc/rfc5322#section-3.6.5
 */
export function mailSubject(text: string): string | undefined {
  const head =
    text
      .slice(0, 3000)
      .trimStart()
      .split(/\n\s*\n/, 1)[0] ?? ''
  if ((head.match(mailField)?.length ?? 0) < 2) return undefined
  const said = /^(?:subject|betreff|objet|asunto|тема|主题|件名)\s?[:：][ \t]*(\S.*)$/imu.exec(head)?.[1] ?? ''
  return oneLine(said.replace(/^(?:(?:re|aw|fwd?|wg|tr|rv)\s?:\s*)+/i, '')) || undefined
}

/** A line of the head of a mail, in seven languages: `From: …`. */
export const mailField: RegExp =
  /^(?:from|to|b?cc|sent|date|subject|reply-to|von|an|gesendet|datum|betreff|de|à|objet|envoyé|para|fecha|asunto|от|кому|дата|тема|发件人|收件人|主题|日期|差出人|宛先|件名|日時)\s?[:：][^\n]*$/gimu
