import { mount } from 'svelte';
import './styles/tokens.css';
import './styles/page.css';
import App from './App.svelte';

// support-check.js has already said what is missing.
if (!document.documentElement.dataset.unsupported) {
  mount(App, { target: document.getElementById('page')! });
}
