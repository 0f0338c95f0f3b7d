/** A draft can't be kept or found again, because the system or the state of its file forbids it. */
export class UnkeptDraft extends Error {
  override name = 'UnkeptDraft';
}

/** The file of a draft is there, and holds no draft. */
export class DamagedDraft extends Error {
  override name = 'DamagedDraft';
  constructor(readonly path: string) {
    super(`${path} is damaged`);
  }
}
