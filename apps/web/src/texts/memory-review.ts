/** What the page says of memories that wait, and of what an agent would recall. */
export const memoryReviewTexts = {
  review: 'Waits for your review',
  reviewText:
    'From a stranger or a document, or worded like an instruction. It is shown as data; what a stranger published is given to no agent until you confirm it.',
  reasons: {
    stranger: 'a stranger published it',
    document: 'a document says it',
    instruction: 'it reads like an instruction',
  },
  recall: 'What an agent would recall',
  recallAgent: 'Agent',
  recallQuery: 'About what?',
  recallShow: 'Show',
  nothing: 'Nothing.',
  owner: (owner: string, visibility: string) => `of ${owner}, ${visibility}`,
  because: (reason: string) => `because: ${reason}`,
  pin: 'Pin',
  unpin: 'Take the pin off',
  pinned: 'pinned',
  pinnedNow: 'Pinned: its topic stands in every context of its agent.',
  unpinnedNow: 'Its topic stands in contexts only where it fits.',
} as const
