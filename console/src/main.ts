import "./styles.css";
import "./console.tsx";
