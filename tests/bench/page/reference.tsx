/** The reference for start-up: the minimum that React, a router and a database in the page cost. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { Dexie } from 'dexie';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const db = new Dexie('reference');
db.version(1).stores({ drafts: 'id' });

function Form() {
  const [name, setName] = useState('');
  return (
    <main>
      <h1>Simple reference</h1>
      <Link to="/">Register a SIM</Link> <Link to="/">Replace a SIM</Link>
      <label>
        First name
        <input
          value={name}
          onChange={({ target }) => {
            setName(target.value);
            void db.table('drafts').put({ id: 1, name: target.value });
          }}
        />
      </label>
    </main>
  );
}

const root = createRootRoute({ component: Outlet });
const form = createRoute({ getParentRoute: () => root, path: '$', component: Form });
const router = createRouter({ routeTree: root.addChildren([form]) });

const element = document.getElementById('root');
if (element !== null) createRoot(element).render(<RouterProvider router={router} />);
