import { requestNeeds } from './request-needs.ts'

const parts = ['a', 'a~', 'a.', '(a', 'a(b)', '.pdf', 'a.pdfx ', 'www.', 'www.a.', 'http', 'a://', 'e\u0301', '文']

/** What could begin a file or an address, again and again. */
export function nonsense(size: number): () => unknown {
  const requests = parts.map((part) => part.repeat(size))
  return () => requests.map(requestNeeds)
}
