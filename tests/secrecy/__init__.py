"""Non-interference: what a viewer was not told changes nothing that the viewer can observe."""
