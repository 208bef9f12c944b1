import theme from 'vitepress/theme-without-fonts';
import './wide-tables.css';

export default theme;
