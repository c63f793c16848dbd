// Scripts that put no space between words count each letter as one.
const word =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[[\p{L}\p{N}\p{M}]--[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+/gv

/** The words of a text as they are compared: NFKC, lower case, letters and digits only. */
export function wordsOf(text: string): readonly string[] {
  return text.normalize('NFKC').toLowerCase().match(word) ?? []
}
