import type { TableData } from './rows-table.ts';

/**
 * Search, filter, sort and pages of the table of rows. Its text is put into the page, so it may use nothing from outside.
 * Only one page of rows is in the document, as text, never as HTML: 50,000 rows are as quick as 50.
 */
export const rowsScript = (): void => {
  const find = <T extends Element>(selector: string): T => {
    const found = document.querySelector<T>(selector);
    if (!found) throw new Error(`The page has no ${selector}`);
    return found;
  };
  const { columns, rows, texts, unit }: TableData = JSON.parse(find('#data').textContent ?? '');
  const body = find<HTMLTableSectionElement>('#rows tbody');
  const search = find<HTMLInputElement>('#search');
  const heads = [...document.querySelectorAll<HTMLTableCellElement>('#rows thead th')];
  const [onScreen, onPaper] = [25, 1000];
  let perPage = onScreen;
  const state = { page: 0, sortedBy: -1, falls: false };
  let shown: number[] = [];

  const textOf = (index: number, at: number): string => {
    const [column, cell] = [columns[at], rows[index]?.[at]];
    if (cell === null || cell === undefined || !column) return '';
    if (typeof cell === 'string') return cell;
    if (column.kind === 'word') return column.words?.[cell]?.text ?? '';
    if (column.kind === 'text') return texts[cell] ?? '';
    return column.kind === 'count' ? cell.toLocaleString('en') : String(cell);
  };

  let searched: string[] | undefined;
  const searchable = (): string[] => {
    const inWords = columns.flatMap(({ kind }, at) => (kind === 'count' ? [] : [at]));
    searched ??= rows.map((_, index) =>
      inWords
        .map((at) => textOf(index, at))
        .join('\n')
        .toLowerCase(),
    );
    return searched;
  };

  const collator = new Intl.Collator('en', { numeric: true });
  const compare = (at: number, one: number, other: number): number => {
    const [first, second] = [rows[one]?.[at] ?? null, rows[other]?.[at] ?? null];
    // Missing values come last in either order.
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    // Identifiers are compared as they are: a language's order takes a second for 50,000 of them.
    const order =
      typeof first === 'string'
        ? Number(first > second) - Number(first < second)
        : columns[at]?.kind === 'text'
          ? collator.compare(textOf(one, at), textOf(other, at))
          : first - Number(second);
    return state.falls ? -order : order;
  };

  const choose = (): void => {
    const terms = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const choice = document.querySelector<HTMLInputElement>('input[name=show]:checked')?.value ?? '';
    const filter = columns.findIndex(({ kind }) => kind === 'word');
    const words = new Set(choice === '' ? [] : choice.split(' ').map(Number));
    const haystacks = terms.length > 0 ? searchable() : [];
    shown = [];
    for (let at = 0; at < rows.length; at++) {
      if (words.size > 0 && !words.has(rows[at]?.[filter] as number)) continue;
      if (terms.every((term) => haystacks[at]?.includes(term))) shown.push(at);
    }
    if (state.sortedBy >= 0) shown.sort((one, other) => compare(state.sortedBy, one, other) || one - other);
    state.page = 0;
    for (const [at, head] of heads.entries())
      head.hidden = shown.length > 0 && shown.every((index) => (rows[index]?.[at] ?? null) === null);
    draw();
  };

  const cellOf = (index: number, at: number): HTMLTableCellElement => {
    const column = columns[at];
    const cell = document.createElement('td');
    cell.setAttribute('role', 'cell');
    cell.className = column?.kind ?? '';
    cell.dataset.title = column?.title ?? '';
    cell.hidden = heads[at]?.hidden === true;
    const text = textOf(index, at);
    if (text === '') cell.classList.add('empty');
    const tone = column?.kind === 'word' ? column.words?.[rows[index]?.[at] as number]?.tone : undefined;
    if (tone) cell.classList.add(tone);
    if (!column?.isLink || !/^https?:\/\//i.test(text)) cell.textContent = text;
    else {
      const link = document.createElement('a');
      link.href = text;
      link.rel = 'noreferrer noopener';
      link.textContent = text;
      cell.append(link);
    }
    return cell;
  };

  const draw = (): void => {
    const pages = Math.max(1, Math.ceil(shown.length / perPage));
    const from = state.page * perPage;
    const onPage = shown.slice(from, from + perPage);
    body.replaceChildren(
      ...onPage.map((index) => {
        const row = document.createElement('tr');
        row.setAttribute('role', 'row');
        row.append(...columns.map((_, at) => cellOf(index, at)));
        return row;
      }),
    );
    const number = (count: number): string => count.toLocaleString('en');
    const of = shown.length === rows.length ? '' : `, of ${number(rows.length)} in all`;
    find('#found').textContent =
      shown.length === 0
        ? `No such ${unit}${of}`
        : `${number(from + 1)} to ${number(from + onPage.length)} of ${number(shown.length)} ${unit}${of}`;
    find('#page').textContent = `Page ${number(state.page + 1)} of ${number(pages)}`;
    find<HTMLElement>('.pages').hidden = pages === 1;
    find<HTMLButtonElement>('#previous').disabled = state.page === 0;
    find<HTMLButtonElement>('#next').disabled = state.page >= pages - 1;
    for (const [at, head] of heads.entries()) {
      if (at === state.sortedBy) head.setAttribute('aria-sort', state.falls ? 'descending' : 'ascending');
      else head.removeAttribute('aria-sort');
    }
  };

  const turn = (by: number, button: string, other: string): void => {
    state.page += by;
    draw();
    // A button that was switched off has lost the focus.
    if (find<HTMLButtonElement>(button).disabled) find<HTMLButtonElement>(other).focus();
    find('#rows').scrollIntoView({ block: 'start' });
  };
  find('#previous').addEventListener('click', () => turn(-1, '#previous', '#next'));
  find('#next').addEventListener('click', () => turn(1, '#next', '#previous'));
  const shownOn = (rows: number): void => {
    state.page = Math.floor((state.page * perPage) / rows);
    perPage = rows;
    draw();
  };
  addEventListener('beforeprint', () => shownOn(onPaper));
  addEventListener('afterprint', () => shownOn(onScreen));
  search.addEventListener('input', choose);
  for (const choice of document.querySelectorAll('input[name=show]'))
    choice.addEventListener('change', choose);
  for (const [at, head] of heads.entries())
    head.querySelector('button')?.addEventListener('click', () => {
      // The third click returns to the order of the file.
      const isThird = state.sortedBy === at && state.falls;
      state.falls = state.sortedBy === at && !state.falls;
      state.sortedBy = isThird ? -1 : at;
      choose();
    });
  choose();
};
