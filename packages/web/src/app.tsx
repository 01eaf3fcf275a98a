/** The page: what is shown follows from the address. */
import { pageAt } from './route/pages.ts';
import { usePlace } from './route/place.ts';
import { TranscriptPage } from './transcript/index.tsx';

export function App() {
  const page = pageAt(usePlace().path);
  return <main>{page?.name === 'session' ? <TranscriptPage id={page.id} key={page.id} /> : <h1>Hansard</h1>}</main>;
}
