// Runs before the page is drawn, so that it never shows in other colours than those that were chosen.

import { applyLook } from "./parts/look.js";

applyLook();
